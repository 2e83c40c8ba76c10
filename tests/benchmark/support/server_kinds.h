// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_BENCHMARK_SUPPORT_SERVER_KINDS_H_
#define BATON_TESTS_BENCHMARK_SUPPORT_SERVER_KINDS_H_

#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "grpcpp/grpcpp.h"

namespace baton::benchmarks {

// A server of Scripted.Call; its destructor cancels what it has not answered.
class ServerOfKind {
 public:
  ServerOfKind(std::unique_ptr<grpc::Service> service,
               std::unique_ptr<grpc::Server> server);
  ~ServerOfKind();

 private:
  const std::unique_ptr<grpc::Service> service_;
  const std::unique_ptr<grpc::Server> server_;
};

// On a free port of 127.0.0.1, by the name of what it has beside its handlers:
//
//   bare         nothing
//   noop         an interceptor that does nothing
//   installed    Baton's server half, by default
//
// with BenchmarkService, or, where the name ends in "-sync", with a handler of
// the synchronous API that echoes. Null if nothing can be listened on; ends the
// program for any other name.
std::unique_ptr<ServerOfKind> StartServer(absl::string_view kind, int* port);

}  // namespace baton::benchmarks

#endif  // BATON_TESTS_BENCHMARK_SUPPORT_SERVER_KINDS_H_
