// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_RESPONSE_DETAILS_H_
#define BATON_RPC_CALL_RESPONSE_DETAILS_H_

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "baton/attempt_outcome.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/call/call_plan.h"
#include "grpcpp/client_context.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// The details of an attempt that has ended with a status. Copies the message or
// the details of the status when they are read for the first time, because
// grpc::Status returns only copies. Copies nothing else. Lives during one
// decision. All arguments must outlive this object.
class ResponseDetails final : public AttemptDetails {
 public:
  ResponseDetails(const CallPlan& plan, const AttemptFacts& facts,
                  const grpc::Status& status,
                  const grpc::ClientContext& context)
      : AttemptDetails(plan.method, facts.number),
        status_(status),
        context_(context) {}

  std::string peer() const override { return context_.peer(); }
  absl::string_view message() const override;
  absl::string_view error_details() const override;
  void ForEachTrailer(TrailerVisitor visitor) const override;
  void ForEachValue(absl::string_view key, ValueVisitor visitor) const override;

 private:
  const grpc::Status& status_;
  const grpc::ClientContext& context_;
  mutable std::optional<std::string> message_;
  mutable std::optional<std::string> error_details_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_RESPONSE_DETAILS_H_
