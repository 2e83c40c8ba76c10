// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Units of calls through a real channel to a real server.

#include "baton/kit/retry_unit.h"

#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/kit/unit_rig.h"
#include "tests/support/calls/script_step.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class RetryUnitTest : public ::testing::Test, protected UnitRig {
 protected:
  // Returns the `retry-budget` headers that the server has received.
  std::vector<std::string> Headers() {
    std::vector<std::string> headers;
    for (const SeenAttempt& attempt : server.AllAttempts()) {
      for (const std::string& value : attempt.Values("retry-budget")) {
        headers.push_back(value);
      }
    }
    return headers;
  }
};

TEST_F(RetryUnitTest, UnitIsReplayedAsAWhole) {
  server.Add(Echo());
  server.Add(Fail(StatusCode::UNAVAILABLE));
  int first_calls = 0;
  const grpc::Status status = RunUnit([&](UnitAttempt&) {
    ++first_calls;
    if (grpc::Status first = Call(); !first.ok()) return first;
    return Call();
  });
  EXPECT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(first_calls, 2);
  EXPECT_EQ(server.attempts(), 4);
  EXPECT_EQ(report.runs, 2);
  EXPECT_EQ(report.grant_used, 1);
}

TEST_F(RetryUnitTest, MembersMakeOneAttemptAndForwardNoGrant) {
  server.Otherwise(Fail(StatusCode::UNAVAILABLE, "down"));
  const grpc::Status status = RunUnit([&](UnitAttempt&) { return Call(); });
  EXPECT_EQ(status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_THAT(status.error_message(),
              AllOf(HasSubstr("down"), HasSubstr("unit 'checkout': 3 runs"),
                    HasSubstr("grant_exhausted")));
  // One attempt in each of the three runs. The server can see which of them
  // are repetitions.
  EXPECT_THAT(Headers(), ElementsAre("g=0,n=0,h=1", HasSubstr("g=0,n=1,h=1"),
                                     HasSubstr("g=0,n=2,h=1")));
}

TEST_F(RetryUnitTest, OwnPolicyDecidesAboutReplays) {
  options.retry.max_attempts = 2;
  server.Otherwise(Fail(StatusCode::UNAVAILABLE));
  (void)RunUnit([&](UnitAttempt&) { return Call(); });
  EXPECT_EQ(report.runs, 2);
  EXPECT_EQ(report.stop_reason, StopReason::kAttemptsExhausted);
}

TEST_F(RetryUnitTest, RuleForTheMessageDecidesAboutReplays) {
  FailureRule rule;
  rule.message_contains = "moving";
  rule.outcome_class = OutcomeClass::kTransient;
  options.retry.classifier.rules = {rule};
  server.Add(Fail(StatusCode::NOT_FOUND, "the shard is moving"));
  server.Add(Fail(StatusCode::NOT_FOUND, "gone"));
  const grpc::Status status = RunUnit([&](UnitAttempt&) { return Call(); });
  EXPECT_EQ(status.error_code(), StatusCode::NOT_FOUND);
  EXPECT_EQ(report.runs, 2);
  EXPECT_EQ(report.stop_reason, StopReason::kNotRetryable);
}

TEST_F(RetryUnitTest, FailureThatIsNotRetryableEndsTheUnit) {
  server.Add(Fail(StatusCode::NOT_FOUND));
  const grpc::Status status = RunUnit([&](UnitAttempt&) { return Call(); });
  EXPECT_EQ(status.error_code(), StatusCode::NOT_FOUND);
  EXPECT_EQ(report.runs, 1);
  EXPECT_EQ(report.stop_reason, StopReason::kNotRetryable);
  EXPECT_FALSE(report.outcome_unknown);
}

TEST_F(RetryUnitTest, StatusThatTheBodyMadeItselfIsNotReplayed) {
  const grpc::Status status = RunUnit([&](UnitAttempt&) {
    EXPECT_TRUE(Call().ok());
    return grpc::Status(StatusCode::UNAVAILABLE, "my own");
  });
  EXPECT_EQ(status.error_message(), "my own");
  EXPECT_EQ(report.runs, 1);
}

TEST_F(RetryUnitTest, NonIdempotentMemberThatMayHaveRunStopsTheUnit) {
  server.Add(Echo());
  server.Add(Fail(StatusCode::UNAVAILABLE));
  const grpc::Status status = RunUnit([&](UnitAttempt&) {
    if (grpc::Status charge = Call(Idempotency::kNotIdempotent); !charge.ok()) {
      return charge;
    }
    return Call();
  });
  EXPECT_EQ(status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_THAT(status.error_message(),
              AllOf(HasSubstr("outcome unknown"),
                    HasSubstr("because /baton.testing.v1.Scripted/Call")));
  EXPECT_EQ(report.runs, 1);
  EXPECT_TRUE(report.outcome_unknown);
  EXPECT_EQ(report.stop_reason, StopReason::kNotIdempotent);
}

TEST_F(RetryUnitTest, MemberWithAStableKeyIsReplayed) {
  server.Add(Fail(StatusCode::UNAVAILABLE));
  const grpc::Status status = RunUnit([&](UnitAttempt& attempt) {
    grpc::ClientContext context;
    attempt.DeclareStableKey(&context);
    return CallWith(context, Idempotency::kNotIdempotent);
  });
  EXPECT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(report.runs, 2);
}

TEST_F(RetryUnitTest, UnreachableServerIsReplayedForFree) {
  server.Stop();
  options.retry.max_attempts = 3;
  const grpc::Status status = RunUnit([&](UnitAttempt&) {
    grpc::ClientContext context;
    context.set_wait_for_ready(false);
    return CallWith(context, Idempotency::kNotIdempotent);
  });
  EXPECT_EQ(status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(report.grant_used, 0);
  EXPECT_FALSE(report.outcome_unknown);
}

TEST_F(RetryUnitTest, StateIsFreshForEachRun) {
  server.Add(Answer("a"));
  server.Add(Fail(StatusCode::UNAVAILABLE));
  server.Otherwise(Answer("b"));
  auto unit = RetryUnit::Create(options);
  ASSERT_TRUE(unit.ok());
  std::vector<std::string> result = {"before"};
  const grpc::Status status = unit->RunWithState(
      &result, [&](UnitAttempt&, std::vector<std::string>& state) {
        for (int i = 0; i < 2; ++i) {
          if (grpc::Status call = Call(); !call.ok()) return call;
          state.push_back(payload);
        }
        return grpc::Status::OK;
      });
  EXPECT_TRUE(status.ok());
  EXPECT_THAT(result, ElementsAre("b", "b"));
}

TEST_F(RetryUnitTest, FailedUnitLeavesTheResultUnchanged) {
  server.Add(Fail(StatusCode::NOT_FOUND));
  auto unit = RetryUnit::Create(options);
  ASSERT_TRUE(unit.ok());
  std::string result = "before";
  (void)unit->RunWithState(&result, [&](UnitAttempt&, std::string& state) {
    state = "of the failed run";
    return Call();
  });
  EXPECT_EQ(result, "before");
}

TEST_F(RetryUnitTest, CallsOfOtherThreadsJoinWithTheAttempt) {
  server.Add(Fail(StatusCode::UNAVAILABLE));
  const grpc::Status status = RunUnit([&](UnitAttempt& attempt) {
    grpc::Status of_call;
    std::thread([&, attempt] {
      const ScopedUnitAttach attach(attempt);
      of_call = Call();
    }).join();
    return of_call;
  });
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(report.runs, 2);
  EXPECT_THAT(Headers(), ElementsAre("g=0,n=0,h=1", HasSubstr("g=0,n=1,h=1")));
}

TEST_F(RetryUnitTest, ContextOfTheAttemptJoinsOnAnyThread) {
  server.Add(Fail(StatusCode::UNAVAILABLE));
  const grpc::Status status = RunUnit([&](UnitAttempt& attempt) {
    grpc::Status of_call;
    std::thread([&] { of_call = CallIn(*attempt.NewClientContext()); }).join();
    return of_call;
  });
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(report.runs, 2);
}

TEST_F(RetryUnitTest, CallsAfterTheUnitAreOrdinaryCalls) {
  EXPECT_TRUE(RunUnit([&](UnitAttempt&) { return Call(); }).ok());
  EXPECT_TRUE(Call().ok());
  EXPECT_THAT(Headers(), ElementsAre("g=0,n=0,h=1", HasSubstr("n=0,h=1")));
  server.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_TRUE(Call().ok());
  EXPECT_EQ(server.attempts(), 4);
}

TEST_F(RetryUnitTest, InvalidOptionsAreListed) {
  options.name = "";
  options.total_time = absl::ZeroDuration();
  options.retry.max_attempts = 77;
  const auto unit = RetryUnit::Create(options);
  EXPECT_EQ(unit.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(unit.status().message()),
              AllOf(HasSubstr("name: "), HasSubstr("total_time: "),
                    HasSubstr("retry.retry.max_attempts: ")));
}

}  // namespace
}  // namespace baton
