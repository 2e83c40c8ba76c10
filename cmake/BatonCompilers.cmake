# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# The programs that generate code: the compiler of Protobuf, and the plugin of
# gRPC. For another machine, set BATON_PROTOC and BATON_GRPC_PLUGIN to programs
# that run on this one.

set(BATON_PROTOC "" CACHE FILEPATH "protoc that runs on this machine")
set(BATON_GRPC_PLUGIN "" CACHE FILEPATH
    "grpc_cpp_plugin that runs on this machine")
mark_as_advanced(BATON_PROTOC BATON_GRPC_PLUGIN)

set(protoc_path)
if(BATON_PROTOC)
  set(protoc_path "${BATON_PROTOC}")
elseif(TARGET protobuf::protoc)
  set(BATON_PROTOC "$<TARGET_FILE:protobuf::protoc>")
  foreach(suffix "" _NONE _RELEASE _NOCONFIG _RELWITHDEBINFO _DEBUG)
    if(NOT protoc_path)
      get_target_property(protoc_path protobuf::protoc
                          IMPORTED_LOCATION${suffix})
    endif()
  endforeach()
else()
  find_program(protoc_path protoc NO_CACHE)
  if(NOT protoc_path)
    baton_missing("protoc" protobuf-compiler)
  endif()
  set(BATON_PROTOC "${protoc_path}")
endif()

if(NOT BATON_GRPC_PLUGIN)
  if(TARGET gRPC::grpc_cpp_plugin)
    set(BATON_GRPC_PLUGIN "$<TARGET_FILE:gRPC::grpc_cpp_plugin>")
  elseif(TARGET grpc_cpp_plugin)
    set(BATON_GRPC_PLUGIN "$<TARGET_FILE:grpc_cpp_plugin>")
  else()
    find_program(plugin_path grpc_cpp_plugin NO_CACHE)
    if(NOT plugin_path)
      baton_missing("grpc_cpp_plugin" protobuf-compiler-grpc)
    endif()
    set(BATON_GRPC_PLUGIN "${plugin_path}")
  endif()
endif()

# Two versions of Protobuf in one program end in errors that name neither. A
# protoc that the project builds has the version of its library.
if(protoc_path AND Protobuf_VERSION)
  execute_process(COMMAND "${protoc_path}" --version
                  OUTPUT_VARIABLE protoc_version ERROR_QUIET)
  string(REGEX MATCH "[0-9]+(\\.[0-9]+)+" protoc_version "${protoc_version}")
  if(NOT protoc_version)
    message(FATAL_ERROR
      "${protoc_path} does not run here. To build for another machine, set "
      "-DBATON_PROTOC= and -DBATON_GRPC_PLUGIN= to programs of this machine.")
  endif()
  # The library 3.21.12 and 4.25.1 come with the protoc 3.21.12 and 25.1.
  string(REGEX MATCH "\\.(.*)$" minor "${Protobuf_VERSION}")
  if(NOT protoc_version VERSION_EQUAL Protobuf_VERSION
     AND NOT protoc_version VERSION_EQUAL "${CMAKE_MATCH_1}")
    message(FATAL_ERROR
      "Two versions of Protobuf: the library is ${Protobuf_VERSION}, and "
      "${protoc_path} is ${protoc_version}. Set CMAKE_PREFIX_PATH to the "
      "folder of one of them, and delete CMakeCache.txt.")
  endif()
endif()
