// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Units on a clock of the test. Their bodies report members by hand.

#include "baton/kit/engine/unit_runner.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "baton/rpc/channel/channel_state.h"
#include "baton/rpc/request/call_group.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_uniform.h"

namespace baton::kit {
namespace {

using ::grpc::StatusCode;
using ::testing::ElementsAre;

// A runtime whose time moves to the end of each wait at once.
class SkippingRuntime final : public rpc::Runtime {
 public:
  MonotonicTime Now() const override { return clock.Now(); }
  core::UniformSource& Uniform() override { return uniform_; }
  TimerId Schedule(MonotonicTime at, rpc::TimerHeap::Function run) override {
    waits.push_back(at - Now());
    clock.Advance(at - Now());
    run();
    return 1;
  }
  bool Cancel(TimerId) override { return false; }
  void Post(std::function<void()> work) override { work(); }

  support::FakeClock clock;
  std::vector<absl::Duration> waits;

 private:
  support::FakeUniform uniform_{0.5};
};

class UnitRunnerTest : public ::testing::Test {
 protected:
  UnitRunnerTest() {
    options_.name = "checkout";
    options_.retry.max_attempts = 5;
    options_.retry.edge_grant = 4;
  }

  // Reports the failure of a call to the unit of this thread.
  grpc::Status FailMember(AttemptOutcome outcome) {
    const std::shared_ptr<rpc::CallGroup> group = rpc::CurrentCallGroup();
    CallReport report;
    report.method = "/Place";
    EXPECT_TRUE(group->OnCallStarted({report.method}).ok());
    report.code = outcome.code;
    report.idempotency = Idempotency::kIdempotent;
    report.outcome_unknown = true;
    group->OnCallEnded({report, &outcome, false, channel_});
    return grpc::Status(static_cast<StatusCode>(outcome.code), "failed");
  }
  AttemptOutcome Unavailable() const {
    AttemptOutcome outcome;
    outcome.code = absl::StatusCode::kUnavailable;
    return outcome;
  }

  grpc::Status RunUnit(const UnitRunner::Body& body) {
    UnitRunner runner(options_, runtime_);
    grpc::Status status = runner.Run(body);
    report_ = runner.report();
    return status;
  }

  SkippingRuntime runtime_;
  const std::shared_ptr<const rpc::ChannelState> channel_ =
      std::make_shared<const rpc::ChannelState>("unit-runner:443",
                                                ClientOptions());
  RetryUnitOptions options_;
  UnitReport report_;
};

TEST_F(UnitRunnerTest, WaitsGrowBetweenRuns) {
  (void)RunUnit([&](UnitAttempt&) { return FailMember(Unavailable()); });
  EXPECT_EQ(report_.runs, 5);
  EXPECT_THAT(runtime_.waits, ElementsAre(options_.retry.backoff.initial / 2,
                                          options_.retry.backoff.initial,
                                          options_.retry.backoff.initial * 2,
                                          options_.retry.backoff.initial * 4));
}

TEST_F(UnitRunnerTest, AllRunsShareOneTotalTime) {
  options_.total_time = absl::Seconds(1);
  (void)RunUnit([&](UnitAttempt&) {
    runtime_.clock.Advance(absl::Milliseconds(600));
    return FailMember(Unavailable());
  });
  EXPECT_EQ(report_.runs, 2);
  EXPECT_EQ(report_.stop_reason, StopReason::kNotEnoughTime);
}

TEST_F(UnitRunnerTest, PushbackOfAMemberDelaysTheReplay) {
  AttemptOutcome outcome = Unavailable();
  outcome.pushback = Pushback::After(absl::Milliseconds(700));
  options_.retry.pushback_jitter_ratio = 0;
  options_.retry.max_attempts = 2;
  (void)RunUnit([&](UnitAttempt&) { return FailMember(outcome); });
  EXPECT_THAT(runtime_.waits, ElementsAre(absl::Milliseconds(700)));
}

TEST_F(UnitRunnerTest, AdviceAgainstRetriesEndsTheUnit) {
  AttemptOutcome outcome = Unavailable();
  outcome.advice.emplace().verdict = RetryAdvice::Verdict::kNo;
  (void)RunUnit([&](UnitAttempt&) { return FailMember(outcome); });
  EXPECT_EQ(report_.runs, 1);
  EXPECT_EQ(report_.stop_reason, StopReason::kServerAdvice);
}

TEST_F(UnitRunnerTest, ReplaysArePaidFromTheProcessBudgetOfTheTarget) {
  const double full = channel_->target().budget().Level(runtime_.Now());
  (void)RunUnit([&](UnitAttempt&) { return FailMember(Unavailable()); });
  EXPECT_EQ(channel_->target().budget().Level(runtime_.Now()), full - 4);
}

TEST_F(UnitRunnerTest, ReplayThatHelpedIsRefunded) {
  const double full = channel_->target().budget().Level(runtime_.Now());
  const grpc::Status status = RunUnit([&](UnitAttempt& attempt) {
    if (attempt.number() > 1) return grpc::Status::OK;
    return FailMember(Unavailable());
  });
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(channel_->target().budget().Level(runtime_.Now()), full);
}

}  // namespace
}  // namespace baton::kit
