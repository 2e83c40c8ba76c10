# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# Link-time optimization of the shared libraries. A static library would have
# objects that only the same compiler can link.

if(NOT BUILD_SHARED_LIBS)
  message(FATAL_ERROR
    "BATON_LTO=ON needs BUILD_SHARED_LIBS=ON. For static libraries, set "
    "-DBATON_LTO=OFF.")
endif()
include(CheckIPOSupported)
check_ipo_supported(RESULT supported OUTPUT reason LANGUAGES CXX)
if(NOT supported)
  message(FATAL_ERROR
    "BATON_LTO=ON, but ${CMAKE_CXX_COMPILER} cannot optimize across files. Set "
    "-DBATON_LTO=OFF.\n${reason}")
endif()
set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
