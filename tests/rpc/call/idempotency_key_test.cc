// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Idempotency keys of calls: who has one, and what it permits.

#include "baton/idempotency/idempotency_key.h"

#include <string>
#include <vector>

#include "baton/client.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/fallback_rig.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

ScriptStep Down() { return Fail(StatusCode::UNAVAILABLE, "down"); }

// A response of a server that announces that it honors keys.
ScriptStep Honoring(const ScriptStep& step) {
  return step.WithTrailer("retry-advice", "r=ok,u=0,c=k");
}

std::vector<std::string> KeysOf(const SeenAttempt& attempt) {
  return attempt.Values(std::string(kIdempotencyKeyName));
}

class IdempotencyKeyTest : public ::testing::TestWithParam<CallShape> {
 protected:
  IdempotencyKeyTest() {
    rig_.policy().idempotency = Idempotency::kNotIdempotent;
    rig_.policy().idempotency_key.send = true;
  }

  std::vector<std::string> Keys(int attempt) {
    return KeysOf(rig_.primary.AwaitEnd(attempt));
  }

  FallbackRig rig_{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(Shapes, IdempotencyKeyTest,
                         ::testing::Values(CallShape{UnaryForm::kSync},
                                           CallShape{UnaryForm::kCqFinish},
                                           CallShape{UnaryForm::kReactor}),
                         NameOfShape);

TEST_P(IdempotencyKeyTest, AllAttemptsOfACallHaveTheSameKey) {
  rig_.policy().idempotency_key.honored = true;
  rig_.primary.Add(Down());
  rig_.primary.Add(Down());
  EXPECT_TRUE(rig_.Call().ok());
  ASSERT_EQ(rig_.primary.attempts(), 3);
  const std::vector<std::string> keys = Keys(1);
  ASSERT_THAT(keys, SizeIs(1));
  EXPECT_EQ(keys[0], rig_.Report().idempotency_key);
  EXPECT_EQ(Keys(2), keys);
  EXPECT_EQ(Keys(3), keys);
}

TEST_P(IdempotencyKeyTest, EachCallHasANewKey) {
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_NE(Keys(1), Keys(2));
}

TEST_P(IdempotencyKeyTest, AttemptsOnFallbackChannelsHaveTheKey) {
  rig_.policy().idempotency = Idempotency::kIdempotent;
  rig_.policy().fallback.eligible_calls = FallbackCalls::kIdempotent;
  rig_.policy().fallback.from_attempt = 2;
  rig_.primary.Otherwise(Down());
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_EQ(KeysOf(rig_.first.AwaitEnd(1)), Keys(1));
  EXPECT_THAT(Keys(1), SizeIs(1));
}

TEST_P(IdempotencyKeyTest, CallWithoutRetriesHasAKey) {
  rig_.policy().retry.max_attempts = 1;
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_THAT(Keys(1), SizeIs(1));
}

TEST_P(IdempotencyKeyTest, CallWithoutTheOptionHasNoKey) {
  rig_.policy().idempotency_key.send = false;
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_THAT(Keys(1), IsEmpty());
}

TEST_P(IdempotencyKeyTest, ObservedPolicySendsNoKey) {
  rig_.policy().mode = Mode::kObserve;
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_THAT(Keys(1), IsEmpty());
}

TEST_P(IdempotencyKeyTest, KeyOfTheOverridesIsSentOnEachAttempt) {
  rig_.policy().idempotency_key.send = false;
  rig_.policy().idempotency_key.honored = true;
  rig_.overrides.emplace().idempotency_key = "order-42";
  rig_.primary.Add(Down());
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_THAT(Keys(1), ElementsAre("order-42"));
  EXPECT_THAT(Keys(2), ElementsAre("order-42"));
  EXPECT_EQ(rig_.Report().idempotency_key, "order-42");
}

TEST_P(IdempotencyKeyTest, KeyOfTheOverridesIsSentInObserveMode) {
  rig_.policy().mode = Mode::kObserve;
  rig_.overrides.emplace().idempotency_key = "order-42";
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_THAT(Keys(1), ElementsAre("order-42"));
}

TEST_P(IdempotencyKeyTest, CallIsNotRepeatedAtAServerThatHonorsNoKeys) {
  rig_.primary.Otherwise(Down());
  EXPECT_EQ(rig_.Call().error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(rig_.primary.attempts(), 1);
  EXPECT_EQ(rig_.Report().stop_reason, StopReason::kNotIdempotent);
  EXPECT_FALSE(rig_.Report().key_is_honored);
}

TEST_P(IdempotencyKeyTest,
       CallIsRepeatedAtAServerThatAnnouncesThatItHonorsKeys) {
  rig_.primary.Add(Honoring(Answer("first call")));
  EXPECT_TRUE(rig_.Call().ok());
  rig_.primary.Add(Down());
  rig_.primary.Otherwise(Honoring(Echo()));
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_EQ(rig_.primary.attempts(), 3);
  EXPECT_TRUE(rig_.Report().key_is_honored);
}

TEST_P(IdempotencyKeyTest, AnnouncementInTheFailureItselfCounts) {
  rig_.primary.Add(Honoring(Down()));
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_EQ(rig_.primary.attempts(), 2);
}

TEST_P(IdempotencyKeyTest, OneResponseWithoutTheAnnouncementEndsIt) {
  rig_.primary.Add(Honoring(Answer("new server")));
  rig_.primary.Add(Answer("old server"));
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_TRUE(rig_.Call().ok());
  rig_.primary.Add(Down());
  EXPECT_EQ(rig_.Call().error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(rig_.primary.attempts(), 3);
}

TEST_P(IdempotencyKeyTest, CallWithoutAKeyIsNotRepeated) {
  rig_.policy().idempotency_key.send = false;
  rig_.primary.Otherwise(Honoring(Down()));
  EXPECT_EQ(rig_.Call().error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(rig_.primary.attempts(), 1);
}

TEST_P(IdempotencyKeyTest, NonIdempotentCallUsesNoFallbackChannel) {
  rig_.policy().idempotency_key.honored = true;
  rig_.policy().fallback.eligible_calls = FallbackCalls::kIdempotent;
  rig_.policy().fallback.from_attempt = 2;
  rig_.primary.Otherwise(Down());
  EXPECT_EQ(rig_.Call().error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(rig_.primary.attempts(), 3);
  EXPECT_EQ(rig_.first.attempts(), 0);
}

class StreamKeyTest : public ::testing::TestWithParam<CallShape> {};

INSTANTIATE_TEST_SUITE_P(Shapes, StreamKeyTest, ::testing::Values(CallShape{}),
                         NameOfShape);

TEST_P(StreamKeyTest, StreamHasNoKey) {
  FallbackRig rig(GetParam());
  rig.policy().idempotency_key.send = true;
  rig.overrides.emplace().idempotency_key = "order-42";
  EXPECT_TRUE(rig.Call().ok());
  EXPECT_THAT(KeysOf(rig.primary.AwaitEnd(1)), IsEmpty());
}

}  // namespace
}  // namespace baton
