# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# Installs the libraries, their headers, the package for find_package(baton),
# and files for pkg-config. Components: baton_runtime, baton_development and
# baton_tools.

include(CMakePackageConfigHelpers)
set(BATON_CMAKE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/baton")

# baton_install_part(PART TARGET...): a part has an export of its own, so that
# find_package(baton) needs only the packages of the parts that it finds.
function(baton_install_part part)
  install(TARGETS ${ARGN} EXPORT baton-${part}-targets
    RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT baton_runtime
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT baton_runtime
            NAMELINK_COMPONENT baton_development
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT baton_development)
  install(EXPORT baton-${part}-targets NAMESPACE baton::
    DESTINATION "${BATON_CMAKE_DIR}" COMPONENT baton_development)
endfunction()

baton_install_part(core
  baton baton_client baton_server baton_policy baton_kit)
set(BATON_PARTS)
foreach(part otel otel_bootstrap kit_redis test_chain)
  if(TARGET baton_${part})
    baton_install_part(${part} baton_${part})
    list(APPEND BATON_PARTS ${part})
  endif()
endforeach()

# baton_install_headers(FILE...): keeps the folders below interceptors/.
function(baton_install_headers)
  foreach(file IN LISTS ARGN)
    get_filename_component(folder "${file}" DIRECTORY)
    string(REGEX REPLACE "^interceptors/" "" folder "${folder}")
    install(FILES "${PROJECT_SOURCE_DIR}/${file}" COMPONENT baton_development
            DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/${folder}")
  endforeach()
endfunction()

# The generated headers that installed headers include.
function(baton_install_protos)
  foreach(file IN LISTS ARGN)
    string(REGEX REPLACE "^proto/(.*)\\.proto$" "\\1" stem "${file}")
    get_filename_component(folder "${stem}" DIRECTORY)
    install(FILES "${BATON_GENERATED}/${stem}.pb.h"
                  "${BATON_GENERATED}/${stem}.grpc.pb.h"
            COMPONENT baton_development
            DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/${folder}")
  endforeach()
endfunction()

# The name in pkg-config of each library. Those without such a file are passed
# to the linker.
function(baton_pkg_config_names requires libs)
  set(found)
  set(linked)
  foreach(library IN LISTS ARGN)
    if(library MATCHES "^absl::(.*)")
      list(APPEND found "absl_${CMAKE_MATCH_1}")
    elseif(library STREQUAL "gRPC::grpc++")
      list(APPEND found "grpc++")
    elseif(library STREQUAL "protobuf::libprotobuf")
      list(APPEND found "protobuf")
    elseif(library STREQUAL "PkgConfig::baton_hiredis")
      list(APPEND found "hiredis")
    elseif(library MATCHES
           "^opentelemetry-cpp::(api|common|metrics|resources|trace)$")
      list(APPEND found "opentelemetry_${CMAKE_MATCH_1}")
    elseif(library MATCHES "^opentelemetry-cpp::(.*)_exporter$")
      # ostream_metrics_exporter is libopentelemetry_exporter_ostream_metrics.
      list(APPEND linked "-lopentelemetry_exporter_${CMAKE_MATCH_1}")
    endif()
  endforeach()
  string(REPLACE ";" " " found "${found}")
  string(REPLACE ";" " " linked "${linked}")
  set(${requires} "${found}" PARENT_SCOPE)
  set(${libs} "${linked}" PARENT_SCOPE)
endfunction()

# baton_pkg_config(NAME DESCRIPTION [LIBRARY LIST [REQUIRED...]])
function(baton_pkg_config name description)
  set(required)
  set(linked)
  # The files can be moved with the prefix.
  set(from "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig")
  file(RELATIVE_PATH prefix "${from}" "${CMAKE_INSTALL_PREFIX}")
  string(REGEX REPLACE "/$" "" prefix "${prefix}")
  file(RELATIVE_PATH includedir "${from}" "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
  if(ARGC GREATER 2)
    baton_pkg_config_names(required linked ${BATON_${ARGV3}_LIBRARIES})
    list(REMOVE_AT ARGN 0 1)
    string(JOIN " " required ${ARGN} ${required})
    string(JOIN " " linked "-L\${libdir} -l${ARGV2}" ${linked})
  else()
    set(required "baton")
  endif()
  configure_file("${PROJECT_SOURCE_DIR}/cmake/baton.pc.in"
                 "${PROJECT_BINARY_DIR}/pkgconfig/${name}.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/pkgconfig/${name}.pc"
          DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig"
          COMPONENT baton_development)
endfunction()

baton_install_headers(${BATON_CORE_HEADERS})
baton_pkg_config(baton "gRPC interceptors" baton CORE)
baton_pkg_config(baton-client "Channels with deadlines and safe retries")
baton_pkg_config(baton-server "Servers that take part in the retry budget")
baton_pkg_config(baton-policy "Policies of Baton")
baton_pkg_config(baton-kit "Units of work that are retried as a whole")
if(BATON_OTEL)
  baton_install_headers(${BATON_OTEL_HEADERS})
  baton_pkg_config(baton-otel "Spans and metrics of Baton" baton_otel OTEL
                   baton)
endif()
if(BATON_OTEL_BOOTSTRAP)
  baton_install_headers(${BATON_OTEL_BOOTSTRAP_HEADERS})
  baton_pkg_config(baton-otel-bootstrap "The SDK of OpenTelemetry, set up"
                   baton_otel_bootstrap OTEL_BOOTSTRAP baton-otel)
endif()
if(BATON_REDIS)
  baton_install_headers(${BATON_KIT_REDIS_HEADERS})
  baton_pkg_config(baton-kit-redis "Stored responses in Redis" baton_kit_redis
                   KIT_REDIS baton-kit)
endif()
if(BATON_TEST_CHAIN)
  baton_install_headers(${BATON_TEST_CHAIN_HEADERS})
  baton_install_protos(${BATON_TEST_CHAIN_SERVICES})
  baton_pkg_config(baton-test-chain "Chains of services for tests"
                   baton_test_chain TEST_CHAIN baton)
endif()

string(REPLACE ";" " " BATON_PART_NAMES "${BATON_PARTS}")
configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/baton-config.cmake.in"
  "${PROJECT_BINARY_DIR}/baton-config.cmake"
  INSTALL_DESTINATION "${BATON_CMAKE_DIR}")
# A new minor version of 0.x may change the API.
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/baton-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/baton-config.cmake"
              "${PROJECT_BINARY_DIR}/baton-config-version.cmake"
        DESTINATION "${BATON_CMAKE_DIR}" COMPONENT baton_development)

if(BATON_TOOLS)
  install(TARGETS baton-policy COMPONENT baton_tools
          RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  install(FILES "${PROJECT_SOURCE_DIR}/tools/baton_policy/baton-policy.1"
          DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT baton_tools)
endif()
if(BATON_TRACE_VIEW)
  install(TARGETS baton-traceview COMPONENT baton_tools
          RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  install(FILES "${PROJECT_SOURCE_DIR}/tools/traceview/baton-traceview.1"
          DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT baton_tools)
endif()
