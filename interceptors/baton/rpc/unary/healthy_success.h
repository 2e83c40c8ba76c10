// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_HEALTHY_SUCCESS_H_
#define BATON_RPC_UNARY_HEALTHY_SUCCESS_H_

#include <optional>

#include "baton/call_report.h"
#include "baton/core/decision/call_grant.h"
#include "baton/monotonic_time.h"
#include "baton/retry_advice.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/call/first_attempt.h"
#include "baton/rpc/call/running/late_checks.h"
#include "grpcpp/client_context.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// The success of a call whose only attempt was the first one, without a ledger:
// its accounting, and its report. Set once, by the thread that ends the call.
// Any thread may then create the report.
class HealthySuccess {
 public:
  // Records that the attempt has succeeded now. Tells the target, the method,
  // and the request of the plan.
  void Record(const FirstAttempt& first, const grpc::Status& status,
              const grpc::ClientContext& context, CallPlan& plan);

  MonotonicTime ended_at() const { return ended_at_; }

  // Returns the report. `late`: the checks of the attempt. Requires Record().
  CallReport Report(const FirstAttempt& first, const LateChecks& late,
                    const CallPlan& plan) const;

 private:
  // Returns the grant of the call after its end.
  core::CallGrant GrantOf(const FirstAttempt& first,
                          const CallPlan& plan) const;

  MonotonicTime ended_at_;
  std::optional<RetryAdvice> advice_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_HEALTHY_SUCCESS_H_
