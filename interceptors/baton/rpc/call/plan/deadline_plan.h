// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_PLAN_DEADLINE_PLAN_H_
#define BATON_RPC_CALL_PLAN_DEADLINE_PLAN_H_

#include "baton/core/policy/deadline_policy.h"
#include "baton/deadline.h"
#include "baton/rpc/call/call_plan.h"
#include "grpcpp/client_context.h"

namespace baton::rpc {

// Resolves the deadline of one call from the wanted deadline, the request that
// the call belongs to, and the policy.
class DeadlinePlan {
 public:
  // `plan` has policy, kind, request and the application's own deadline.
  DeadlinePlan(const grpc::ClientContext& context, const CallPlan& plan,
               Deadline wanted);

  const EffectiveDeadline& effective() const { return effective_; }
  // Returns whether the server learns the deadline from the application's own
  // call, up to the reserve of one hop.
  bool IsTold() const;
  // Returns the deadline that Baton enforces. In observe mode it changes
  // nothing.
  Deadline Enforced() const;

 private:
  void Inherit(const grpc::ClientContext& context);
  void Resolve();

  const CallPlan& plan_;
  const Deadline wanted_;
  // The properties that the call inherits from its request.
  Deadline inherited_;
  // gRPC itself ends the call together with its parent server call, but does
  // not tell the deadline of that call.
  bool inherits_unknown_ = false;
  // Whether gRPC itself sends the inherited deadline to the server.
  bool is_sent_by_grpc_ = false;
  EffectiveDeadline effective_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_PLAN_DEADLINE_PLAN_H_
