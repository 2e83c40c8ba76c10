// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_BENCHMARK_SUPPORT_SERVER_KINDS_H_
#define BATON_TESTS_BENCHMARK_SUPPORT_SERVER_KINDS_H_

#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "grpcpp/grpcpp.h"

namespace baton::benchmarks {

// A server of Scripted.Call. Its destructor cancels unanswered calls.
class ServerOfKind {
 public:
  ServerOfKind(std::unique_ptr<grpc::Service> service,
               std::unique_ptr<grpc::Server> server);
  ~ServerOfKind();

 private:
  const std::unique_ptr<grpc::Service> service_;
  const std::unique_ptr<grpc::Server> server_;
};

// Starts a server on a free port of 127.0.0.1. `kind` selects its interceptors:
//
//   bare         none
//   noop         an interceptor that does nothing
//   installed    InstallServer() with its defaults
//
// The server has BenchmarkService. If the name ends in "-sync", it has a
// synchronous handler that echoes. Returns null if it cannot listen. Ends the
// program for any other name.
std::unique_ptr<ServerOfKind> StartServer(absl::string_view kind, int* port);

}  // namespace baton::benchmarks

#endif  // BATON_TESTS_BENCHMARK_SUPPORT_SERVER_KINDS_H_
