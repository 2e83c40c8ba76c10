# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# Finds the packages that Baton needs. A project that adds Baton by
# FetchContent or add_subdirectory may have defined their targets before.

set(BATON_MIN_GRPC 1.51)
set(BATON_MIN_OTEL 1.19)

# baton_missing(WHAT DEBIAN [HINT]): ends with a message that names the fix.
function(baton_missing what debian)
  string(JOIN "" hint ${ARGN})
  message(FATAL_ERROR
    "Baton needs ${what}, which was not found. On Debian 12, install it with:\n"
    "  apt-get install ${debian}\n"
    "If it is elsewhere, add its folder to CMAKE_PREFIX_PATH. ${hint}")
endfunction()

# Before gRPC: the package of gRPC in Debian 12 searches by modules only.
if(NOT TARGET protobuf::libprotobuf)
  find_package(Protobuf QUIET CONFIG)
  if(NOT Protobuf_FOUND)
    find_package(Protobuf QUIET MODULE)
  endif()
endif()
if(NOT TARGET gRPC::grpc++)
  find_package(gRPC QUIET CONFIG)
  if(NOT gRPC_FOUND)
    baton_missing("gRPC ${BATON_MIN_GRPC} or newer"
      "libgrpc++-dev libprotobuf-dev protobuf-compiler protobuf-compiler-grpc")
  endif()
endif()
if(gRPC_VERSION AND gRPC_VERSION VERSION_LESS BATON_MIN_GRPC)
  message(FATAL_ERROR
    "Baton needs gRPC ${BATON_MIN_GRPC} or newer. ${gRPC_DIR} has "
    "${gRPC_VERSION}. Add the folder of a newer one to CMAKE_PREFIX_PATH.")
endif()
if(NOT TARGET protobuf::libprotobuf)
  baton_missing("Protobuf" "libprotobuf-dev protobuf-compiler")
endif()
if(NOT TARGET absl::status)
  find_package(absl QUIET CONFIG)
  if(NOT absl_FOUND)
    baton_missing("Abseil" libabsl-dev)
  endif()
endif()

include("${CMAKE_CURRENT_LIST_DIR}/BatonCompilers.cmake")

if(BATON_OTEL AND NOT TARGET opentelemetry-cpp::api)
  # Newer packages have components. Those for exporters need further packages.
  if(BATON_OTEL_BOOTSTRAP)
    find_package(opentelemetry-cpp QUIET CONFIG)
  else()
    find_package(opentelemetry-cpp QUIET CONFIG
                 OPTIONAL_COMPONENTS api sdk exporters_in_memory)
  endif()
  if(NOT opentelemetry-cpp_FOUND)
    baton_missing("opentelemetry-cpp ${BATON_MIN_OTEL} or newer"
      "-t bookworm-backports opentelemetry-cpp-dev"
      "To build without it, set -DBATON_OTEL=OFF -DBATON_OTEL_BOOTSTRAP=OFF "
      "-DBATON_TOOLS=OFF.")
  endif()
endif()
if(BATON_OTEL AND opentelemetry-cpp_VERSION
   AND opentelemetry-cpp_VERSION VERSION_LESS BATON_MIN_OTEL)
  message(FATAL_ERROR
    "Baton needs opentelemetry-cpp ${BATON_MIN_OTEL} or newer. "
    "${opentelemetry-cpp_DIR} has ${opentelemetry-cpp_VERSION}. Add the "
    "folder of a newer one to CMAKE_PREFIX_PATH. To build without it, set "
    "-DBATON_OTEL=OFF -DBATON_OTEL_BOOTSTRAP=OFF -DBATON_TOOLS=OFF.")
endif()
if(BATON_OTEL_BOOTSTRAP)
  foreach(library IN LISTS BATON_OTEL_BOOTSTRAP_LIBRARIES)
    if(library MATCHES "^opentelemetry-cpp::" AND NOT TARGET ${library})
      message(FATAL_ERROR
        "baton::otel_bootstrap needs ${library}, which opentelemetry-cpp was "
        "built without. Build it with WITH_OTLP_GRPC=ON and WITH_OTLP_HTTP=ON. "
        "To build without baton::otel_bootstrap, set "
        "-DBATON_OTEL_BOOTSTRAP=OFF.")
    endif()
  endforeach()
endif()

# baton_need_pkg_config(NAME MODULE DEBIAN OPTION): defines PkgConfig::NAME for a
# library that has only a file for pkg-config.
function(baton_need_pkg_config name module debian option)
  find_package(PkgConfig QUIET)
  if(PkgConfig_FOUND)
    pkg_check_modules(${name} QUIET IMPORTED_TARGET ${module})
  endif()
  if(NOT TARGET PkgConfig::${name})
    baton_missing("${module}" "${debian} pkg-config"
      "To build without it, set -D${option}=OFF.")
  endif()
endfunction()

if(BATON_REDIS)
  baton_need_pkg_config(baton_hiredis hiredis libhiredis-dev BATON_REDIS)
endif()

# baton_need_otlp(REASON OPTION): ends if the messages of OTLP are missing. Some
# distributions have their headers in a package of their own.
function(baton_need_otlp reason option)
  if(NOT TARGET opentelemetry-cpp::proto_grpc)
    message(FATAL_ERROR
      "${reason}, and needs opentelemetry-cpp with OTLP "
      "(WITH_OTLP_GRPC=ON). To build without it, set -D${option}=OFF.")
  endif()
  get_target_property(imported opentelemetry-cpp::proto IMPORTED)
  get_target_property(folders opentelemetry-cpp::proto
                      INTERFACE_INCLUDE_DIRECTORIES)
  find_path(BATON_OTLP_HEADERS opentelemetry/proto/trace/v1/trace.pb.h
            HINTS ${folders})
  if(imported AND NOT BATON_OTLP_HEADERS)
    baton_missing("the headers of OTLP"
      "libopentelemetry-proto-dev (bookworm-backports)"
      "To build without them, set -D${option}=OFF.")
  endif()
endfunction()
