// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Later attempts on fallback channels, for every form of call: the channel of
// each attempt, and the result of the call.

#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/client.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/fallback_rig.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::Combine;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ValuesIn;

using Script = std::vector<ScriptStep>;

ScriptStep Down() { return Fail(StatusCode::UNAVAILABLE, "down"); }

struct Row {
  const char* name;
  Script primary;
  Script first;
  Script second;
  void (*configure)(MethodPolicy& policy);
  StatusCode code;
  std::vector<int> channel_indexes;
  StopReason reason;
};

const std::vector<Row>& Rows() {
  static const auto* const rows = new std::vector<Row>{
      {"PrimarySucceeds",
       {Answer("ok")},
       {},
       {},
       nullptr,
       StatusCode::OK,
       {0},
       StopReason::kSucceeded},
      {"SecondAttemptUsesFirstFallback",
       {Down()},
       {Answer("ok")},
       {},
       nullptr,
       StatusCode::OK,
       {0, 1},
       StopReason::kSucceeded},
      {"ThirdAttemptUsesSecondFallback",
       {Down()},
       {Down()},
       {Answer("ok")},
       nullptr,
       StatusCode::OK,
       {0, 1, 2},
       StopReason::kSucceeded},
      {"LaterAttemptsUseTheLastFallback",
       {Down()},
       {Down()},
       {Down(), Down(), Answer("ok")},
       [](MethodPolicy& policy) {
         policy.retry.max_attempts = 5;
         policy.retry.edge_grant = 4;
       },
       StatusCode::OK,
       {0, 1, 2, 2, 2},
       StopReason::kSucceeded},
      {"OnlyLastAttemptUsesFallbackByDefault",
       {Down(), Down()},
       {Answer("ok")},
       {},
       [](MethodPolicy& policy) {
         policy.fallback.from_attempt = std::nullopt;
       },
       StatusCode::OK,
       {0, 0, 1},
       StopReason::kSucceeded},
      {"GrantMakesSecondAttemptTheLast",
       {Down()},
       {Answer("ok")},
       {},
       [](MethodPolicy& policy) {
         policy.fallback.from_attempt = std::nullopt;
         policy.retry.edge_grant = 1;
       },
       StatusCode::OK,
       {0, 1},
       StopReason::kSucceeded},
      {"AllChannelsFail",
       {Down()},
       {Down()},
       {Down()},
       nullptr,
       StatusCode::UNAVAILABLE,
       {0, 1, 2},
       StopReason::kGrantExhausted},
      {"GrantLimitsFallbackAttempts",
       {Down()},
       {Down()},
       {},
       [](MethodPolicy& policy) { policy.retry.edge_grant = 1; },
       StatusCode::UNAVAILABLE,
       {0, 1},
       StopReason::kGrantExhausted},
      {"NoGrantMakesNoFallbackAttempt",
       {Down()},
       {},
       {},
       [](MethodPolicy& policy) { policy.retry.edge_grant = 0; },
       StatusCode::UNAVAILABLE,
       {0},
       StopReason::kNoGrant},
      {"IdempotentCallStaysOnPrimary",
       {Down(), Down(), Answer("ok")},
       {},
       {},
       [](MethodPolicy& policy) {
         policy.idempotency = Idempotency::kIdempotent;
       },
       StatusCode::OK,
       {0, 0, 0},
       StopReason::kSucceeded},
      {"PolicyAllowsIdempotentFallback",
       {Down()},
       {Answer("ok")},
       {},
       [](MethodPolicy& policy) {
         policy.idempotency = Idempotency::kIdempotent;
         policy.fallback.eligible_calls = FallbackCalls::kIdempotent;
       },
       StatusCode::OK,
       {0, 1},
       StopReason::kSucceeded},
      {"NonIdempotentCallStaysOnPrimary",
       {Down()},
       {},
       {},
       [](MethodPolicy& policy) {
         policy.idempotency = Idempotency::kUnknown;
         policy.fallback.eligible_calls = FallbackCalls::kIdempotent;
       },
       StatusCode::UNAVAILABLE,
       {0},
       StopReason::kNotIdempotent},
      {"PolicyDisablesFallback",
       {Down(), Down(), Answer("ok")},
       {},
       {},
       [](MethodPolicy& policy) {
         policy.fallback.eligible_calls = FallbackCalls::kNone;
       },
       StatusCode::OK,
       {0, 0, 0},
       StopReason::kSucceeded},
      {"PrimaryForbidsRetry",
       {Down().WithPushback("-1")},
       {},
       {},
       nullptr,
       StatusCode::UNAVAILABLE,
       {0},
       StopReason::kServerPushback},
      {"PrimaryRequestsWait",
       {Down().WithPushback("2")},
       {Answer("ok")},
       {},
       nullptr,
       StatusCode::OK,
       {0, 1},
       StopReason::kSucceeded},
      {"FallbackForbidsRetry",
       {Down()},
       {Down().WithTrailer("retry-advice", "r=no,w=overload")},
       {},
       nullptr,
       StatusCode::UNAVAILABLE,
       {0, 1},
       StopReason::kServerAdvice},
      {"FallbackLacksTheMethod",
       {Down()},
       {Fail(StatusCode::UNIMPLEMENTED)},
       {},
       nullptr,
       StatusCode::UNIMPLEMENTED,
       {0, 1},
       StopReason::kNotRetryable},
      {"ConnectionIsCut",
       {CutConnection()},
       {CutConnection()},
       {Answer("ok")},
       nullptr,
       StatusCode::OK,
       {0, 1, 2},
       StopReason::kSucceeded},
  };
  return *rows;
}

using Parameter = std::tuple<CallShape, Row>;

class FallbackTableTest : public ::testing::TestWithParam<Parameter> {};

std::string NameOf(const ::testing::TestParamInfo<Parameter>& info) {
  return Name(std::get<CallShape>(info.param)) + std::get<Row>(info.param).name;
}

INSTANTIATE_TEST_SUITE_P(Shapes, FallbackTableTest,
                         Combine(ValuesIn(AllCallShapes()), ValuesIn(Rows())),
                         NameOf);

TEST_P(FallbackTableTest, AttemptsUseTheChannelsOfTheTable) {
  const auto& [shape, row] = GetParam();
  FallbackRig rig(shape);
  ScriptedServer* const servers[] = {&rig.primary, &rig.first, &rig.second};
  const Script* const scripts[] = {&row.primary, &row.first, &row.second};
  for (int channel_index = 0; channel_index < 3; ++channel_index) {
    for (const ScriptStep& step : *scripts[channel_index]) {
      servers[channel_index]->Add(step);
    }
  }
  if (row.configure != nullptr) row.configure(rig.policy());

  EXPECT_EQ(rig.Call().error_code(), row.code);

  const CallReport report = rig.Report();
  EXPECT_EQ(rig.ChannelIndexes(), row.channel_indexes) << MultiLine(report);
  EXPECT_EQ(ToString(report.stop_reason), ToString(row.reason));
  EXPECT_EQ(report.grant_used,
            static_cast<int>(row.channel_indexes.size()) - 1);
  EXPECT_EQ(rig.payload(), row.code == StatusCode::OK ? "ok" : "");
  for (int channel_index = 0; channel_index < 3; ++channel_index) {
    EXPECT_EQ(servers[channel_index]->attempts(),
              static_cast<int>(scripts[channel_index]->size()));
  }
  // Each attempt carries the metadata of the call and its own number.
  int seen[] = {0, 0, 0};
  for (std::size_t i = 0; i < row.channel_indexes.size(); ++i) {
    const int channel_index = row.channel_indexes[i];
    const SeenAttempt attempt =
        servers[channel_index]->AwaitEnd(++seen[channel_index]);
    const std::vector<std::string> budget = attempt.Values("retry-budget");
    ASSERT_EQ(budget.size(), 1u);
    EXPECT_THAT(budget.front(), HasSubstr(absl::StrCat("n=", i, ",h=1")));
    EXPECT_THAT(attempt.Values("x-user"), ElementsAre("anna"));
    EXPECT_LE(attempt.time_left, kPatience * 1.02);
  }
}

// CreateChannel() rejects these options.
std::string ErrorOf(std::vector<std::shared_ptr<grpc::Channel>> fallbacks) {
  ClientOptions options = QuickOptions();
  options.fallback_channels = std::move(fallbacks);
  const auto channel =
      CreateChannel("127.0.0.1:1", grpc::InsecureChannelCredentials(), options);
  const auto factories = ClientInterceptors("127.0.0.1:1", options);
  EXPECT_EQ(channel.status(), factories.status());
  return std::string(channel.status().message());
}

TEST(FallbackChannelsTest, NullAndTooManyChannelsAreRejected) {
  const std::shared_ptr<grpc::Channel> any =
      grpc::CreateChannel("127.0.0.1:1", grpc::InsecureChannelCredentials());
  EXPECT_EQ(ErrorOf({}), "");
  EXPECT_EQ(ErrorOf({any, any, any, any}), "");
  EXPECT_EQ(ErrorOf({any, nullptr}), "fallback_channels[1]: must not be null");
  EXPECT_EQ(ErrorOf({any, any, any, any, any}),
            "fallback_channels: must be at most 4, got 5");
}

class FallbackTest : public ::testing::TestWithParam<CallShape> {
 protected:
  FallbackRig rig_{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(Shapes, FallbackTest, ValuesIn(AllCallShapes()),
                         NameOfShape);

// A fallback channel of Baton has interceptors, a policy and a grant. These
// must not add an attempt or a header.
TEST_P(FallbackTest, FallbackChannelWithBatonMakesNoExtraAttempts) {
  rig_.options.fallback_channels = {
      NewBatonChannel(rig_.first.address(), QuickOptions()),
      NewBatonChannel(rig_.first.address(), QuickOptions(),
                      PassingInterceptors())};
  rig_.primary.Otherwise(Down());
  rig_.first.Otherwise(Down());
  EXPECT_EQ(rig_.Call().error_code(), StatusCode::UNAVAILABLE);
  EXPECT_THAT(rig_.ChannelIndexes(), ElementsAre(0, 1, 2));
  EXPECT_EQ(rig_.primary.attempts(), 1);
  ASSERT_EQ(rig_.first.attempts(), 2);
  EXPECT_THAT(rig_.first.AwaitEnd(1).Values("retry-budget"),
              ElementsAre(HasSubstr("g=0,n=1,h=1")));
  EXPECT_THAT(rig_.first.AwaitEnd(2).Values("retry-budget"),
              ElementsAre(HasSubstr("g=0,n=2,h=1")));
}

TEST_P(FallbackTest, FallbackReplacesATimedOutAttempt) {
  rig_.policy().deadline.attempt_timeout = absl::Milliseconds(20);
  // The last attempt has no timeout of its own.
  rig_.policy().retry.max_attempts = 2;
  rig_.primary.Add(Answer("late").Held());
  rig_.first.Add(Answer("ok"));
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_EQ(rig_.payload(), "ok");
  EXPECT_THAT(rig_.ChannelIndexes(), ElementsAre(0, 1));
  EXPECT_TRUE(rig_.primary.AwaitEnd(1).cancelled);
}

TEST_P(FallbackTest, FallbackAttemptHasTheDeadlineOfTheCall) {
  rig_.policy().deadline.attempt_timeout = absl::Milliseconds(20);
  rig_.policy().retry.max_attempts = 2;
  rig_.primary.Add(Answer("never").Held());
  rig_.first.Add(Answer("never").Held());
  EXPECT_EQ(rig_.Call(absl::Milliseconds(500)).error_code(),
            StatusCode::DEADLINE_EXCEEDED);
  EXPECT_THAT(rig_.ChannelIndexes(), ElementsAre(0, 1));
  EXPECT_TRUE(rig_.first.AwaitEnd(1).cancelled);
  EXPECT_LE(rig_.first.AwaitEnd(1).time_left, absl::Milliseconds(505));
}

TEST_P(FallbackTest, CancelEndsAFallbackAttempt) {
  rig_.primary.Add(Down());
  rig_.first.Add(Answer("never").Held());
  rig_.Begin();
  rig_.first.AwaitAttempt(1);
  rig_.context().TryCancel();
  EXPECT_EQ(rig_.Wait().error_code(), StatusCode::CANCELLED);
  EXPECT_TRUE(rig_.first.AwaitEnd(1).cancelled);
}

TEST_P(FallbackTest, CallContinuesAfterItsChannelsAreReleased) {
  rig_.primary.Add(Down().Held());
  rig_.first.Add(Answer("ok").Held());
  rig_.Begin();
  rig_.primary.AwaitAttempt(1);
  rig_.DropChannels();
  rig_.primary.Release(1);
  rig_.first.AwaitAttempt(1);
  rig_.first.Release(1);
  EXPECT_TRUE(rig_.Wait().ok());
  EXPECT_EQ(rig_.payload(), "ok");
}

TEST_P(FallbackTest, OverrideDisablesFallbackForOneCall) {
  CallOverrides overrides;
  overrides.fallback = FallbackOptions{FallbackCalls::kNone, {}};
  rig_.overrides = overrides;
  rig_.primary.Add(Down());
  EXPECT_TRUE(rig_.Call().ok());
  EXPECT_THAT(rig_.ChannelIndexes(), ElementsAre(0, 0));
}

}  // namespace
}  // namespace baton
