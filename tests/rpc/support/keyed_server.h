// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_RPC_SUPPORT_KEYED_SERVER_H_
#define BATON_TESTS_RPC_SUPPORT_KEYED_SERVER_H_

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "baton/server.h"
#include "baton/testing/v1/scripted.pb.h"
#include "grpcpp/grpcpp.h"
#include "tests/rpc/support/every_handler.h"

namespace baton {

// The result of a call without Baton.
struct KeyedResult {
  grpc::Status status;
  std::string payload;
  std::multimap<std::string, std::string> trailers;

  // Returns the first value, or "".
  std::string Trailer(const std::string& key) const;
};

// A server with Baton, whose unary handler is a function. A callback handler
// runs it before it returns its reactor.
class KeyedServer {
 public:
  using Handler = std::function<grpc::Status(
      grpc::ServerContextBase* context, const testing::v1::CallRequest& request,
      testing::v1::CallResponse* response)>;

  KeyedServer(HandlerApi api, ServerOptions options, Handler handler);
  ~KeyedServer();

  // Calls without Baton. The request carries `metadata`.
  KeyedResult Call(const std::multimap<std::string, std::string>& metadata,
                   const std::string& payload = "x",
                   grpc::ClientContext* context = nullptr) const;
  // Calls with an idempotency key, and as the attempt with this number.
  KeyedResult CallWithKey(const std::string& key, int attempts_made = 0,
                          const std::string& payload = "x") const;

  const std::string& address() const { return address_; }
  // Returns how often the handler ran.
  int runs() const { return *runs_; }

 private:
  const std::shared_ptr<std::atomic<int>> runs_ =
      std::make_shared<std::atomic<int>>(0);
  std::unique_ptr<grpc::Service> service_;
  std::unique_ptr<grpc::Server> server_;
  std::string address_;
  std::shared_ptr<grpc::Channel> channel_;
};

}  // namespace baton

#endif  // BATON_TESTS_RPC_SUPPORT_KEYED_SERVER_H_
