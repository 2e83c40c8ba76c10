// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_SERVER_SERVER_INTERCEPTOR_H_
#define BATON_RPC_SERVER_SERVER_INTERCEPTOR_H_

#include <memory>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "baton/core/decision/request_advice.h"
#include "baton/core/limits/retry_ratio_limiter.h"
#include "baton/monotonic_time.h"
#include "baton/request_report.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/request/request_record.h"
#include "baton/rpc/server/keyed_request.h"
#include "baton/rpc/server/server_settings.h"
#include "baton/rpc/server/server_state.h"

namespace baton::rpc {

// The interceptor of one request of a server. When the request arrives, it
// creates the RequestRecord. When the handler responds, it adds advice to the
// response. If the request was rejected, it also sets the status. Owned by the
// server call of the request. If a request ends without a response, the
// destructor records its end.
class ServerInterceptor final : public Interceptor {
 public:
  ServerInterceptor(std::shared_ptr<ServerState> server, ServerRpcInfo& info)
      : server_(std::move(server)),
        settings_(server_->Settings()),
        info_(info) {}
  ~ServerInterceptor() override;

  void Intercept(InterceptorBatchMethods* batch) override;

 private:
  void OnRequest(InterceptorBatchMethods& batch);
  void OnResponse(InterceptorBatchMethods& batch);
  // Records the response for the retry ratio limit. Returns whether this limit
  // advises against a retry.
  bool ExceedsRetryRatio(const core::ResponseFacts& response) const;
  void OnEnd(absl::StatusCode code);
  // Returns why the request was rejected. Returns kNone if the handler served
  // it.
  RequestRejection RejectionFor() const;

  const std::shared_ptr<ServerState> server_;
  // The settings of this request. A later reload changes nothing for it.
  const ServerSettings settings_;
  ServerRpcInfo& info_;
  // Null until the request has arrived.
  std::shared_ptr<RequestRecord> record_;
  // Set together with the record.
  std::optional<KeyedRequest> keyed_;
  // The limiter of the method and the caller. Null until the request has
  // arrived, and for methods that the server has not registered. Owned by the
  // server.
  core::RetryRatioLimiter* retry_ratio_limiter_ = nullptr;
  MonotonicTime arrived_at_;
  // The reason for a rejection on arrival, also if it is only observed.
  RequestRejection rejection_ = RequestRejection::kNone;
  bool sender_participates_ = false;
  bool responded_ = false;
  // Null if there is no observer.
  std::unique_ptr<RequestReport> report_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_SERVER_SERVER_INTERCEPTOR_H_
