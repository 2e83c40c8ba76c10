# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# The tests of core, config, rpc, kit, idempotency and otel. Bazel runs these
# and all others. `ctest -L rpc` runs those of one folder.

include(cmake/tests.cmake)
find_package(GTest QUIET CONFIG)
if(NOT TARGET GTest::gmock_main)
  baton_missing("GoogleTest" "libgtest-dev libgmock-dev"
    "To build without tests, set -DBATON_TESTS=OFF.")
endif()

# The tests find programs and documents as in the tree of sources.
set(BATON_TEST_FOLDER "${PROJECT_BINARY_DIR}/testing")
file(MAKE_DIRECTORY "${BATON_TEST_FOLDER}")
foreach(folder docs examples proto)
  file(CREATE_LINK "${PROJECT_SOURCE_DIR}/${folder}"
       "${BATON_TEST_FOLDER}/${folder}" SYMBOLIC)
endforeach()

# baton_tests(LIST LIBRARY...): defines the tests of the lists BATON_LIST_* of
# tests.cmake, and what they share.
function(baton_tests list)
  baton_protos(generated ${list}_PROTOS ${list}_SERVICES)
  string(TOLOWER "${list}_support" support)
  list(TRANSFORM ${list}_SUPPORT PREPEND "${PROJECT_SOURCE_DIR}/"
       OUTPUT_VARIABLE sources)
  if(NOT sources AND NOT generated)
    # A library needs a source.
    file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/empty.cc" CONTENT "")
    set(sources "${PROJECT_BINARY_DIR}/empty.cc")
  endif()
  add_library(${support} STATIC ${sources} ${generated})
  baton_warnings(${support})
  target_include_directories(${support} PUBLIC "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${support} PUBLIC ${ARGN} baton_private GTest::gmock)
  if(BATON_PRECOMPILE)
    target_precompile_headers(${support} PRIVATE
      <gmock/gmock.h> <grpcpp/grpcpp.h>)
  endif()

  foreach(file IN LISTS ${list}_PROGRAMS)
    get_filename_component(name "${file}" NAME_WE)
    get_filename_component(folder "${file}" DIRECTORY)
    add_executable(${name} "${PROJECT_SOURCE_DIR}/${file}")
    baton_warnings(${name})
    target_link_libraries(${name} PRIVATE ${support})
    set_target_properties(${name} PROPERTIES
      # An expression, so that no generator adds a folder for the configuration.
      RUNTIME_OUTPUT_DIRECTORY "$<1:${BATON_TEST_FOLDER}/${folder}>")
  endforeach()

  foreach(file IN LISTS ${list}_TESTS)
    string(REGEX REPLACE "^tests/(.*)\\.cc$" "\\1" path "${file}")
    string(REGEX MATCH "^[a-z]+" label "${path}")
    string(REPLACE "/" "_" name "${path}")
    add_executable(${name} "${PROJECT_SOURCE_DIR}/${file}")
    baton_warnings(${name})
    target_link_libraries(${name} PRIVATE ${support} GTest::gmock_main)
    if(BATON_PRECOMPILE)
      target_precompile_headers(${name} REUSE_FROM ${support})
    endif()
    add_test(NAME "${path}" COMMAND ${name}
             WORKING_DIRECTORY "${BATON_TEST_FOLDER}")
    # As for Bazel, "small" is one minute, and a busy machine needs more.
    set_tests_properties("${path}" PROPERTIES TIMEOUT 300 LABELS ${label})
  endforeach()
endfunction()

baton_tests(BATON_TEST)
if(BATON_OTEL)
  baton_tests(BATON_TEST_OTEL baton_test_support
              opentelemetry-cpp::in_memory_span_exporter
              opentelemetry-cpp::metrics opentelemetry-cpp::trace)
endif()
if(BATON_OTEL_BOOTSTRAP)
  baton_tests(BATON_TEST_OTEL_BOOTSTRAP baton_test_otel_support)
endif()
if(BATON_REDIS)
  baton_tests(BATON_TEST_REDIS baton_test_support)
endif()

# The fuzzers. With the preset "fuzz" each is a program of libFuzzer, and its
# test fuzzes for four seconds. Otherwise the test runs the corpus only.
list(TRANSFORM BATON_FUZZ_SUPPORT PREPEND "${PROJECT_SOURCE_DIR}/"
     OUTPUT_VARIABLE sources)
add_library(baton_fuzz_support STATIC ${sources})
baton_warnings(baton_fuzz_support)
target_include_directories(baton_fuzz_support PUBLIC "${PROJECT_SOURCE_DIR}")
target_link_libraries(baton_fuzz_support PUBLIC baton_test_support)
set(fuzzers ${BATON_FUZZ_TESTS})
if(BATON_REDIS)
  list(APPEND fuzzers ${BATON_FUZZ_REDIS_TESTS})
endif()
foreach(entry IN LISTS fuzzers)
  string(REGEX MATCH "^([^:]*):(.*)$" entry "${entry}")
  set(corpus "${PROJECT_SOURCE_DIR}/${CMAKE_MATCH_2}")
  get_filename_component(name "${CMAKE_MATCH_1}" NAME_WE)
  add_executable(${name} "${PROJECT_SOURCE_DIR}/${CMAKE_MATCH_1}")
  baton_warnings(${name})
  target_link_libraries(${name} PRIVATE baton_fuzz_support)
  if(BATON_FUZZ)
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    add_test(NAME "fuzz/${name}" COMMAND ${name} -max_total_time=4 "${corpus}")
  else()
    target_sources(${name} PRIVATE
                   "${PROJECT_SOURCE_DIR}/tests/fuzz/standalone_main.cc")
    file(GLOB inputs "${corpus}/*")
    add_test(NAME "fuzz/${name}" COMMAND ${name} ${inputs})
  endif()
  set_tests_properties("fuzz/${name}" PROPERTIES LABELS fuzz)
endforeach()
