# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# The program "hello", before it uses Baton. The test adds the lines of
# docs/install.md, which link it.

find_program(GRPC_CPP_PLUGIN grpc_cpp_plugin REQUIRED)
set(folder "${CMAKE_CURRENT_LIST_DIR}")
add_custom_command(
  OUTPUT hello.pb.cc hello.grpc.pb.cc
  COMMAND protoc "--proto_path=${folder}" --cpp_out=. --grpc_out=.
          "--plugin=protoc-gen-grpc=${GRPC_CPP_PLUGIN}" hello.proto
  DEPENDS "${folder}/hello.proto")
add_executable(hello "${folder}/hello.cc" hello.pb.cc hello.grpc.pb.cc)
target_include_directories(hello PRIVATE "${CMAKE_CURRENT_BINARY_DIR}")
