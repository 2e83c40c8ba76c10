# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# The program "hello", before it uses Baton. The test adds the lines of
# docs/install.md, which set the flags.

CXXFLAGS += -std=c++17 -I.

hello: hello.o hello.pb.o hello.grpc.pb.o
	$(CXX) $(LDFLAGS) -o $@ $^ $(LDLIBS)

hello.o: hello.grpc.pb.cc
hello.pb.cc hello.grpc.pb.cc &: hello.proto
	protoc --cpp_out=. --grpc_out=. \
	  --plugin=protoc-gen-grpc=$(shell which grpc_cpp_plugin) $<
