// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/call_ledger.h"

#include <memory>

#include "baton/attempt_outcome.h"
#include "baton/client_options.h"
#include "baton/real_clock.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/call/plan/plan_call.h"
#include "baton/rpc/channel/channel_state.h"
#include "baton/rpc/channel/method_name.h"
#include "grpcpp/client_context.h"
#include "gtest/gtest.h"

namespace baton::rpc {
namespace {

ClientOptions Hedging() {
  ClientOptions options;
  MethodPolicy& policy = options.policy.everything();
  policy.idempotency = Idempotency::kIdempotent;
  policy.hedge.max_attempts = 2;
  // Only refunds refill it. The account of the method is too small for a retry.
  options.policy.process_budget.capacity = 10;
  options.policy.process_budget.refill_per_second = 0;
  return options;
}

class CallLedgerTest : public ::testing::Test {
 protected:
  double Level() const {
    return plan_.channel->target().budget().Level(RealClock().Now());
  }
  static AttemptOutcome NeverSent() {
    AttemptOutcome outcome;
    outcome.code = absl::StatusCode::kUnavailable;
    outcome.never_sent = true;
    return outcome;
  }

  grpc::ClientContext context_;
  const std::shared_ptr<const ChannelState> channel_ =
      std::make_shared<const ChannelState>("target", Hedging(),
                                           /*first_attempts_in_place=*/false);
  const CallPlan plan_ = PlanCall(
      channel_,
      MethodName("/shop.v1.Inventory/Get", channel_->target().methods()),
      CallKind::kUnary, context_, /*request=*/{});
  CallLedger ledger_{plan_};
};

TEST_F(CallLedgerTest, UnsentHedgeRefundsOnlyItsOwnCharge) {
  const double full = Level();
  const AttemptFacts first = ledger_.StartAttempt();
  ASSERT_FALSE(ledger_.AdmitHedge(RealClock().Now()).has_value());
  const AttemptFacts hedge = ledger_.StartAttempt(/*is_hedge=*/true);
  const double paid = Level();
  EXPECT_LT(paid, full);
  // The first attempt cost nothing.
  ledger_.OnHedgedAttemptEnd({first, NeverSent(), AttemptDetails()});
  EXPECT_EQ(Level(), paid);
  ledger_.OnHedgedAttemptEnd({hedge, NeverSent(), AttemptDetails()});
  EXPECT_EQ(Level(), full);
}

TEST_F(CallLedgerTest, ReasonInTheHeaderIsOfTheLatestSentAttempt) {
  AttemptOutcome lost;
  lost.code = absl::StatusCode::kUnavailable;
  lost.origin = AttemptOrigin::kUnconfirmed;
  const AttemptDetails none;
  const AttemptFacts first = ledger_.StartAttempt();
  ASSERT_TRUE(ledger_.OnAttemptEnd({first, lost, none}).retry);
  AttemptOutcome unsent = NeverSent();
  unsent.provably_not_processed = true;
  const AttemptFacts second = ledger_.StartAttempt();
  ASSERT_TRUE(ledger_.OnAttemptEnd({second, unsent, none}).retry);
  const AttemptFacts third = ledger_.StartAttempt();
  EXPECT_EQ(third.header.attempts_made, 1);
  // "Refused" would state that no earlier attempt can have run.
  EXPECT_EQ(third.header.reason, RetryBudgetHeader::Reason::kUnavailable);
}

TEST_F(CallLedgerTest, DroppedNextAttemptIsRefundedOnce) {
  const double full = Level();
  ledger_.StartAttempt();
  ASSERT_FALSE(ledger_.AdmitHedge(RealClock().Now()).has_value());
  EXPECT_LT(Level(), full);
  ledger_.CancelNext();
  EXPECT_EQ(Level(), full);
}

}  // namespace
}  // namespace baton::rpc
