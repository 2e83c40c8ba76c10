// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/first_attempt.h"

#include <memory>

#include "absl/time/time.h"
#include "baton/attempt_outcome.h"
#include "baton/client_options.h"
#include "baton/rpc/call/call_ledger.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/call/plan/plan_call.h"
#include "baton/rpc/channel/channel_state.h"
#include "baton/rpc/channel/method_name.h"
#include "grpcpp/client_context.h"
#include "gtest/gtest.h"

namespace baton::rpc {
namespace {

struct Case {
  OwnerMode owner;
  Idempotency idempotency;
  int edge_grant;
  int max_attempts;
  bool callee_participates;
  absl::Duration timeout;
};

// Returns a plan for the case, on a channel to a target of its own.
CallPlan PlanOf(const Case& one, const grpc::ClientContext& context) {
  ClientOptions options;
  MethodPolicy& policy = options.policy.everything();
  policy.retry.owner = {one.owner, 1};
  policy.idempotency = one.idempotency;
  policy.retry.edge_grant = one.edge_grant;
  policy.retry.max_attempts = one.max_attempts;
  policy.deadline.default_timeout = one.timeout;
  const auto channel = std::make_shared<const ChannelState>("target", options);
  if (one.callee_participates) {
    AttemptOutcome outcome;
    outcome.advice.emplace();
    channel->target().capabilities().OnAttemptEnd(outcome,
                                                  channel->runtime().Now());
  }
  return PlanCall(
      channel,
      MethodName("/shop.v1.Inventory/Get", channel->target().methods()),
      CallKind::kUnary, context,
      /*request=*/{});
}

// Compares with the start of a first attempt in the ledger.
void ExpectSameAsLedger(const Case& one) {
  const grpc::ClientContext context;
  const CallPlan plan = PlanOf(one, context);
  const FirstAttempt first = FirstAttempt::Start(plan);
  CallLedger ledger(plan);
  const AttemptFacts facts = ledger.StartAttempt();
  EXPECT_EQ(first.facts.header.grant, facts.header.grant);
  EXPECT_EQ(first.facts.header.hop, facts.header.hop);
  EXPECT_EQ(first.facts.header.attempts_made, facts.header.attempts_made);
  EXPECT_EQ(first.facts.header.kind, facts.header.kind);
  EXPECT_EQ(first.facts.number, facts.number);
  EXPECT_EQ(first.GrantOf(plan).used(), ledger.progress().grant.used());
  EXPECT_EQ(first.AttemptsLeft(plan), ledger.AttemptsLeft());

  CallLedger resumed(plan);
  resumed.Resume(first);
  EXPECT_EQ(resumed.progress().grant.used(), ledger.progress().grant.used());
  EXPECT_EQ(resumed.progress().grant.attempts(), 1);
  EXPECT_EQ(resumed.AttemptsLeft(), ledger.AttemptsLeft());
}

TEST(FirstAttemptTest, EachPolicyStartsAsInTheLedger) {
  for (const OwnerMode owner :
       {OwnerMode::kKeep, OwnerMode::kDelegate, OwnerMode::kSplit}) {
    for (const Idempotency idempotency :
         {Idempotency::kUnknown, Idempotency::kIdempotent}) {
      for (const int edge_grant : {0, 1, 3}) {
        for (const int max_attempts : {1, 2, 5}) {
          for (const bool participates : {false, true}) {
            for (const absl::Duration timeout :
                 {absl::Milliseconds(1), absl::Seconds(10)}) {
              ExpectSameAsLedger({owner, idempotency, edge_grant, max_attempts,
                                  participates, timeout});
            }
          }
        }
      }
    }
  }
}

TEST(FirstAttemptTest, AttemptStartsTogetherWithTheCall) {
  const grpc::ClientContext context;
  const CallPlan plan = PlanOf({OwnerMode::kKeep, Idempotency::kIdempotent, 2,
                                3, false, absl::Seconds(1)},
                               context);
  EXPECT_EQ(FirstAttempt::Start(plan).facts.started_at, plan.started_at);
}

}  // namespace
}  // namespace baton::rpc
