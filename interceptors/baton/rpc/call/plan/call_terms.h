// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_PLAN_CALL_TERMS_H_
#define BATON_RPC_CALL_PLAN_CALL_TERMS_H_

#include <optional>

#include "baton/call_overrides.h"
#include "baton/deadline.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/request/call_group.h"
#include "grpcpp/client_context.h"

namespace baton::rpc {

// The terms of one call, in addition to the policy of its method: the overrides
// of the application, and the terms of its group.
class CallTerms {
 public:
  // Joins the group of `membership`, if there is one, with the method of
  // `plan`. If the group rejects the call, sets the rejection in the plan.
  CallTerms(const grpc::ClientContext& context, CallMembership membership,
            CallPlan& plan);

  // Applies the overrides to the policy of the plan, and takes the idempotency
  // key from them.
  void ApplyTo(CallPlan& plan) const;

  // Returns the deadline that the application and the group want, before the
  // policy and the request of the call change it.
  Deadline WantedDeadline(const CallPlan& plan) const;

  // The grant that the group has given to the call.
  const std::optional<int>& group_grant() const { return group_grant_; }
  bool disables_retries() const {
    return overrides_.has_value() && overrides_->disable_retries;
  }

 private:
  void Join(CallMembership membership, CallPlan& plan);

  std::optional<CallOverrides> overrides_;
  std::optional<int> group_grant_;
  Deadline group_deadline_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_PLAN_CALL_TERMS_H_
