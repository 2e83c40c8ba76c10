# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# Ends with one message if the compiler is too old, or if options contradict each
# other or have unknown values.

if(CMAKE_CXX_STANDARD MATCHES "^(98|11|14)$")
  message(FATAL_ERROR
    "Baton needs C++17, and CMAKE_CXX_STANDARD is ${CMAKE_CXX_STANDARD}. "
    "Set -DCMAKE_CXX_STANDARD=17, or a newer standard.")
endif()
if(BATON_OTEL_BOOTSTRAP AND NOT BATON_OTEL)
  message(FATAL_ERROR
    "BATON_OTEL_BOOTSTRAP=ON needs BATON_OTEL=ON. To build without "
    "OpenTelemetry, set -DBATON_OTEL=OFF -DBATON_OTEL_BOOTSTRAP=OFF.")
endif()
if(BATON_TOOLS AND NOT BATON_OTEL)
  message(FATAL_ERROR
    "baton-policy reads traces, and needs BATON_OTEL=ON. To build without it, "
    "set -DBATON_TOOLS=OFF.")
endif()
if(BATON_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR
      "BATON_FUZZ=ON needs Clang, and ${CMAKE_CXX_COMPILER} is "
      "${CMAKE_CXX_COMPILER_ID}. Set -DCMAKE_CXX_COMPILER=clang++, or use the "
      "preset \"fuzz\".")
  endif()
  if(NOT BATON_SANITIZER OR NOT BATON_TESTS)
    message(FATAL_ERROR
      "BATON_FUZZ=ON needs -DBATON_TESTS=ON and a sanitizer, such as "
      "-DBATON_SANITIZER=address,undefined. The preset \"fuzz\" sets all three.")
  endif()
endif()
if(BATON_SANITIZER)
  string(REPLACE "," ";" sanitizers "${BATON_SANITIZER}")
  foreach(sanitizer IN LISTS sanitizers)
    if(NOT sanitizer MATCHES "^(address|leak|thread|undefined)$")
      message(FATAL_ERROR
        "BATON_SANITIZER is \"${BATON_SANITIZER}\", but may name only address, "
        "leak, thread and undefined, with commas between them.")
    endif()
  endforeach()
  if("thread" IN_LIST sanitizers AND sanitizers MATCHES "address|leak")
    message(FATAL_ERROR
      "BATON_SANITIZER is \"${BATON_SANITIZER}\", but thread works neither with "
      "address nor with leak. Use two builds.")
  endif()
endif()
if(NOT "cxx_std_17" IN_LIST CMAKE_CXX_COMPILE_FEATURES)
  message(FATAL_ERROR
    "Baton needs a compiler with C++17. ${CMAKE_CXX_COMPILER} "
    "(${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}) has none. "
    "Use GCC 9, Clang 10 or newer, for example by -DCMAKE_CXX_COMPILER=g++.")
endif()
