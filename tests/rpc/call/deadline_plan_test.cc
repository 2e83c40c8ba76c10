// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/plan/deadline_plan.h"

#include <utility>

#include "absl/time/time.h"
#include "baton/client_options.h"
#include "baton/deadline.h"
#include "baton/policy/method_policy.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/planned_call.h"

namespace baton::rpc {
namespace {

constexpr absl::Duration kTimeout = absl::Seconds(10);

ClientOptions With(const DeadlineOptions& deadline,
                   Mode mode = Mode::kEnforce) {
  ClientOptions options;
  options.policy.everything().deadline = deadline;
  options.policy.everything().mode = mode;
  return options;
}

// Resolves the deadline of a call whose application has set kTimeout.
struct Planned {
  explicit Planned(ClientOptions options, CallKind kind = CallKind::kUnary)
      : call("deadline-plan", std::move(options), kTimeout) {
    call.plan.kind = kind;
  }
  DeadlinePlan Plan(Deadline wanted) const {
    return DeadlinePlan(call.context, call.plan, wanted);
  }
  DeadlinePlan Plan() const { return Plan(call.plan.own_deadline); }
  Deadline After(absl::Duration timeout) const {
    return Deadline::After(call.plan.started_at, timeout);
  }

  PlannedCall call;
};

TEST(DeadlinePlanTest, DeadlineOfTheApplicationIsEnforced) {
  const Planned planned{ClientOptions()};
  const DeadlinePlan plan = planned.Plan();
  EXPECT_EQ(plan.effective().deadline, planned.After(kTimeout));
  EXPECT_EQ(plan.Enforced(), planned.After(kTimeout));
  EXPECT_TRUE(plan.IsTold());
}

TEST(DeadlinePlanTest, PolicyMayShortenIt) {
  DeadlineOptions options;
  options.max_timeout = kTimeout / 2;
  const Planned planned(With(options));
  const DeadlinePlan plan = planned.Plan();
  EXPECT_EQ(plan.Enforced(), planned.After(kTimeout / 2));
  // gRPC sends the time that the application has set.
  EXPECT_FALSE(plan.IsTold());
}

TEST(DeadlinePlanTest, ObserveModeEnforcesTheWantedDeadline) {
  DeadlineOptions options;
  options.max_timeout = kTimeout / 2;
  const Planned planned(With(options, Mode::kObserve));
  EXPECT_EQ(planned.Plan().effective().deadline, planned.After(kTimeout / 2));
  EXPECT_EQ(planned.Plan().Enforced(), planned.After(kTimeout));
}

TEST(DeadlinePlanTest, UnaryCallWithoutADeadlineGetsTheDefault) {
  DeadlineOptions options;
  options.default_timeout = kTimeout / 5;
  const Planned planned(With(options));
  const DeadlinePlan plan = planned.Plan(Deadline());
  EXPECT_TRUE(plan.effective().missing);
  EXPECT_EQ(plan.Enforced(), planned.After(kTimeout / 5));
}

TEST(DeadlinePlanTest, StreamWithoutADeadlineMayStay) {
  DeadlineOptions options;
  options.default_timeout = kTimeout / 5;
  const Planned planned(With(options), CallKind::kStreaming);
  EXPECT_TRUE(planned.Plan(Deadline()).Enforced().IsNone());
}

TEST(DeadlinePlanTest, MissingDeadlineMayBeRejected) {
  DeadlineOptions options;
  options.missing = MissingDeadline::kReject;
  EXPECT_TRUE(Planned(With(options)).Plan(Deadline()).effective().rejected);
}

}  // namespace
}  // namespace baton::rpc
