// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_SERVER_SERVER_INTERCEPTOR_H_
#define BATON_RPC_SERVER_SERVER_INTERCEPTOR_H_

#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "baton/monotonic_time.h"
#include "baton/request_report.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/request/request_record.h"
#include "baton/rpc/server/server_state.h"

namespace baton::rpc {

// Sits on one request of a server: makes its record when it arrives, and
// writes advice into its answer. Changes nothing else about it. Owned by the
// request's call, so its destructor is where a request is noticed that ended
// without an answer.
class ServerInterceptor final : public Interceptor {
 public:
  ServerInterceptor(std::shared_ptr<ServerState> server, ServerRpcInfo& info)
      : server_(std::move(server)), info_(info) {}
  ~ServerInterceptor() override;

  void Intercept(InterceptorBatchMethods* batch) override;

 private:
  void OnRequest(InterceptorBatchMethods& batch);
  void OnAnswer(InterceptorBatchMethods& batch);
  void OnEnd(absl::StatusCode code);
  // Why the request was not served, if it was not.
  RequestRefusal RefusedFor() const;

  const std::shared_ptr<ServerState> server_;
  ServerRpcInfo& info_;
  // Null until the request has arrived.
  std::shared_ptr<RequestRecord> record_;
  MonotonicTime arrived_at_;
  RequestRefusal refusal_ = RequestRefusal::kNone;
  bool sender_takes_part_ = false;
  bool answered_ = false;
  // Only if somebody watches.
  std::unique_ptr<RequestReport> report_;
};

// Makes a ServerInterceptor for every request of the server it is given to.
class ServerInterceptorFactory final
    : public ServerInterceptorFactoryInterface {
 public:
  explicit ServerInterceptorFactory(std::shared_ptr<ServerState> server)
      : server_(std::move(server)) {}

  Interceptor* CreateServerInterceptor(ServerRpcInfo* info) override;

 private:
  const std::shared_ptr<ServerState> server_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_SERVER_SERVER_INTERCEPTOR_H_
