// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_HEALTHY_LATENESS_H_
#define BATON_RPC_UNARY_HEALTHY_LATENESS_H_

#include <cstdint>

#include "baton/monotonic_time.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/call/running/late_checks.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/unary/started_in_place.h"
#include "grpcpp/client_context.h"

namespace baton::rpc {

// The late checks of a healthy call: those that need no ledger. Not
// thread-safe.
class HealthyLateness {
 public:
  // `plan` and `context` must outlive this object.
  HealthyLateness(const CallPlan& plan, const grpc::ClientContext& context)
      : context_(context), checks_(plan) {}

  // Begins to watch the attempt. `plan`: of the call.
  void Watch(StartedInPlace& started, const CallPlan& plan);
  // Returns the time of the next check, or InfiniteFuture().
  MonotonicTime NextAt() const { return checks_.NextAt(); }
  // Checks the attempt, which may be late. Returns whether no second attempt
  // may start now, and sets the next check then. The batch of the attempt must
  // still exist.
  bool Postpone(const StartedInPlace& started, MonotonicTime now);
  // Records the success of the attempt, whose batch has come back.
  void OnSuccess(const StartedInPlace& started, InterceptorBatchMethods& batch,
                 MonotonicTime now);

  const LateChecks& checks() const { return checks_; }

 private:
  const grpc::ClientContext& context_;
  LateChecks checks_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_HEALTHY_LATENESS_H_
