// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_FIRST_ATTEMPT_H_
#define BATON_RPC_CALL_FIRST_ATTEMPT_H_

#include "baton/core/decision/call_grant.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/call/call_plan.h"

namespace baton::rpc {

// The first attempt of a call that may need no ledger: what its start fixes.
// CallLedger::Resume() continues the accounting from here. A value.
struct FirstAttempt {
  // Starts the first attempt of `plan` together with the call, on the primary
  // channel. Requires that the call has no idempotency key and no group.
  static FirstAttempt Start(const CallPlan& plan);

  // Returns the grant of the call after this start.
  core::CallGrant GrantOf(const CallPlan& plan) const;
  // Returns the attempts that the call may make, with this one.
  int AttemptsLeft(const CallPlan& plan) const;

  AttemptFacts facts;
  bool callee_participates = false;
  core::GrantUse use = core::GrantUse::kByOwner;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_FIRST_ATTEMPT_H_
