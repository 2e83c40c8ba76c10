# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# The libraries of Baton. Each target baton::X has an alias here, so that a
# project may use it by add_subdirectory as from an installed package.

set(BATON_GENERATED "${PROJECT_BINARY_DIR}/generated")

if(BATON_WARNINGS_AS_ERRORS)
  list(APPEND BATON_WARNINGS -Werror)
endif()

# baton_warnings(TARGET): compiles a target of Baton's own code.
function(baton_warnings target)
  target_compile_options(${target} PRIVATE ${BATON_WARNINGS})
  target_compile_features(${target} PUBLIC cxx_std_17)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  if(BATON_SANITIZER)
    target_compile_options(${target} PRIVATE -fsanitize=${BATON_SANITIZER}
      -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${BATON_SANITIZER})
  endif()
  if(BATON_FUZZ)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
endfunction()

# baton_protos(OUTPUT PROTOS SERVICES): sets OUTPUT to the generated sources of
# the files in the list PROTOS. Those in SERVICES have services, too. A file
# below proto/ is imported relative to that folder.
function(baton_protos output protos services)
  set(sources)
  foreach(file IN LISTS ${protos})
    set(root "${PROJECT_SOURCE_DIR}")
    set(path "${file}")
    if(file MATCHES "^proto/")
      string(APPEND root "/proto")
      string(REGEX REPLACE "^proto/" "" path "${file}")
    endif()
    string(REGEX REPLACE "\\.proto$" "" stem "${BATON_GENERATED}/${path}")
    set(outputs "${stem}.pb.cc")
    set(flags "--cpp_out=${BATON_GENERATED}")
    if(file IN_LIST ${services})
      list(APPEND outputs "${stem}.grpc.pb.cc")
      list(APPEND flags "--grpc_out=${BATON_GENERATED}"
                        "--plugin=protoc-gen-grpc=${BATON_GRPC_PLUGIN}")
    endif()
    file(MAKE_DIRECTORY "${BATON_GENERATED}")
    add_custom_command(
      OUTPUT ${outputs}
      COMMAND "${BATON_PROTOC}" "--proto_path=${root}" ${flags} "${path}"
      DEPENDS "${PROJECT_SOURCE_DIR}/${file}"
      VERBATIM)
    set_source_files_properties(${outputs} PROPERTIES COMPILE_OPTIONS "-w")
    list(APPEND sources ${outputs})
  endforeach()
  set(${output} "${sources}" PARENT_SCOPE)
endfunction()

# The objects of all libraries with all symbols, for tests and tools.
add_library(baton_private STATIC)
# The public headers mark what the shared libraries export: baton/base/export.h.
set(BATON_VISIBILITY hidden)

# baton_library(TARGET LIST ALIAS...): defines libTARGET from the lists
# BATON_LIST_* of sources.cmake, and baton::ALIAS for it.
function(baton_library target list)
  baton_protos(generated BATON_${list}_PROTOS BATON_${list}_SERVICES)
  list(TRANSFORM BATON_${list}_SOURCES PREPEND "${PROJECT_SOURCE_DIR}/"
       OUTPUT_VARIABLE sources)
  add_library(${target}_objects OBJECT ${sources} ${generated})
  baton_warnings(${target}_objects)
  set_target_properties(${target}_objects PROPERTIES
    POSITION_INDEPENDENT_CODE ON
    CXX_VISIBILITY_PRESET "${BATON_VISIBILITY}"
    VISIBILITY_INLINES_HIDDEN ON)
  target_include_directories(${target}_objects PUBLIC
    "${PROJECT_SOURCE_DIR}/interceptors" "${BATON_GENERATED}")
  target_link_libraries(${target}_objects PUBLIC ${BATON_${list}_LIBRARIES})
  if(BATON_PRECOMPILE)
    target_precompile_headers(${target}_objects PRIVATE
      <absl/status/statusor.h> <absl/time/time.h> <grpcpp/grpcpp.h>)
  endif()
  if(NOT target STREQUAL baton)
    add_dependencies(${target}_objects baton_objects)
  endif()

  add_library(${target} $<TARGET_OBJECTS:${target}_objects>)
  target_include_directories(${target} PUBLIC
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/interceptors>"
    "$<BUILD_INTERFACE:${BATON_GENERATED}>"
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  target_compile_features(${target} PUBLIC cxx_std_17)
  target_link_libraries(${target} PUBLIC ${BATON_${list}_LIBRARIES})
  if(BATON_SANITIZER)
    target_link_options(${target} PUBLIC -fsanitize=${BATON_SANITIZER})
  elseif(BATON_IS_TOP_LEVEL AND CMAKE_SYSTEM_NAME STREQUAL Linux
         AND NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize=")
    # A symbol that another library hides is an error now, and not at its users.
    # A library with sanitizers gets their symbols from the program.
    target_link_options(${target} PRIVATE LINKER:-z,defs)
  endif()
  set_target_properties(${target} PROPERTIES
    VERSION "${PROJECT_VERSION}" SOVERSION "${BATON_SOVERSION}"
    INSTALL_RPATH "$ORIGIN"
    EXPORT_NAME "${ARGV2}")
  foreach(alias IN LISTS ARGN)
    add_library(baton::${alias} ALIAS ${target})
  endforeach()

  target_link_libraries(baton_private PUBLIC ${BATON_${list}_LIBRARIES})
  target_sources(baton_private PRIVATE $<TARGET_OBJECTS:${target}_objects>)
endfunction()

target_include_directories(baton_private PUBLIC
  "${PROJECT_SOURCE_DIR}/interceptors" "${BATON_GENERATED}")
target_compile_features(baton_private PUBLIC cxx_std_17)

# One library has the interceptors of clients and servers, the policy and the
# kit: they share state. Each part has a target, so that a build file says
# what it uses.
baton_library(baton CORE baton)
foreach(part client server policy kit)
  add_library(baton_${part} INTERFACE)
  target_link_libraries(baton_${part} INTERFACE baton)
  set_target_properties(baton_${part} PROPERTIES EXPORT_NAME ${part})
  add_library(baton::${part} ALIAS baton_${part})
endforeach()

if(BATON_OTEL)
  baton_library(baton_otel OTEL otel)
  target_link_libraries(baton_otel PUBLIC baton)
endif()
if(BATON_OTEL_BOOTSTRAP)
  baton_library(baton_otel_bootstrap OTEL_BOOTSTRAP otel_bootstrap)
  target_link_libraries(baton_otel_bootstrap PUBLIC baton_otel)
endif()
if(BATON_REDIS)
  baton_library(baton_kit_redis KIT_REDIS kit_redis)
  target_link_libraries(baton_kit_redis PUBLIC baton)
endif()
if(BATON_TEST_CHAIN)
  # For tests only: its users may need any of its classes, and its messages.
  set(BATON_VISIBILITY default)
  baton_library(baton_test_chain TEST_CHAIN test_chain)
  target_link_libraries(baton_test_chain PUBLIC baton)
endif()
