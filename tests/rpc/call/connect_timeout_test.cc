// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Calls whose channel never gets a connection, with `deadline.connect_timeout`.

#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/attempt_outcome.h"
#include "baton/client.h"
#include "baton/monotonic_time.h"
#include "baton/real_clock.h"
#include "baton/rpc/channel/target_record.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/kit/slow_connections.h"
#include "tests/rpc/support/silent_listener.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/stream_forms.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/calls/unary_result.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::HasSubstr;
using ::testing::TestParamInfo;
using ::testing::ValuesIn;
using Step = SilentListener::Step;

constexpr absl::Duration kLimit = absl::Milliseconds(100);
constexpr char kMethod[] = "/baton.testing.v1.Scripted/Call";

MonotonicTime Now() { return RealClock().Now(); }

class ConnectTimeout {
 protected:
  ConnectTimeout() {
    options_.policy.everything().deadline.connect_timeout = kLimit;
  }

  std::shared_ptr<grpc::Channel> NewChannel(
      const std::string& address,
      const std::shared_ptr<grpc::ChannelCredentials>& credentials =
          grpc::InsecureChannelCredentials()) const {
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    return *CreateChannel(address, credentials, options_, arguments);
  }

  CallReport Report() const {
    const std::optional<CallReport> report = GetCallReport(*context_);
    EXPECT_TRUE(report.has_value());
    return report.value_or(CallReport());
  }

  void ExpectTimeout(const grpc::Status& status) const {
    EXPECT_EQ(status.error_code(), StatusCode::UNAVAILABLE);
    EXPECT_THAT(status.error_message(), HasSubstr("no connection for 100ms"));
    const CallReport report = Report();
    EXPECT_EQ(report.stop_reason, StopReason::kConnectTimeout);
    EXPECT_FALSE(report.outcome_unknown);
    EXPECT_EQ(report.grant_used, 0);
    EXPECT_GE(report.lasted, kLimit);
    ASSERT_EQ(report.attempts.size(), 1u);
    EXPECT_EQ(report.attempts[0].code, absl::StatusCode::kUnavailable);
    EXPECT_EQ(report.attempts[0].origin, AttemptOrigin::kConnectTimeout);
    EXPECT_TRUE(report.attempts[0].never_sent);
  }

  ClientOptions options_ = QuickOptions();
  std::shared_ptr<grpc::ClientContext> context_ = NewContext(kPatience);
};

class ConnectTimeoutTest : public ConnectTimeout,
                           public ::testing::TestWithParam<UnaryForm> {
 protected:
  UnaryResult CallOn(const std::shared_ptr<grpc::Channel>& channel) {
    return StartUnaryCall(GetParam(), channel, context_, RequestOf("hello"))
        ->Wait();
  }
};

INSTANTIATE_TEST_SUITE_P(Forms, ConnectTimeoutTest, ValuesIn(AllUnaryForms()),
                         NameOfForm);

TEST_P(ConnectTimeoutTest, CallEndsIfEachSynIsDropped) {
  const SilentListener listener(Step::kTcp);
  ExpectTimeout(CallOn(NewChannel(listener.address())).status);
}

TEST_P(ConnectTimeoutTest, CallEndsIfTheTlsHandshakeHangs) {
  const SilentListener listener(Step::kData);
  const auto tls = grpc::SslCredentials(grpc::SslCredentialsOptions());
  ExpectTimeout(CallOn(NewChannel(listener.address(), tls)).status);
}

// A call that is not retried otherwise passes through.
TEST_P(ConnectTimeoutTest, CallWithoutRetriesEnds) {
  options_.policy.everything().retry.max_attempts = 1;
  const SilentListener listener(Step::kData);
  ExpectTimeout(CallOn(NewChannel(listener.address())).status);
}

TEST_P(ConnectTimeoutTest, CallThatIsNotIdempotentEndsWithAKnownOutcome) {
  options_.policy.everything().idempotency = Idempotency::kUnknown;
  const SilentListener listener(Step::kData);
  ExpectTimeout(CallOn(NewChannel(listener.address())).status);
}

TEST_P(ConnectTimeoutTest, ConnectingCostsAndMeasuresNothing) {
  options_.policy.process_budget = ProcessBudgetOptions();
  options_.policy.retry_breaker.enabled = true;
  const SilentListener listener(Step::kData);
  const auto channel = NewChannel(listener.address());
  const auto record = rpc::TargetRecordFor(
      listener.address(),
      {options_.policy.process_budget, options_.policy.retry_breaker});
  const double full = record->budget().Level(Now());
  for (int i = 0; i < 3; ++i) {
    context_ = NewContext(kPatience);
    ExpectTimeout(CallOn(channel).status);
  }
  EXPECT_EQ(record->budget().Level(Now()), full);
  EXPECT_EQ(record->OpenBreakers(Now()), 0);
  const auto& latency = record->methods().Find(kMethod)->latency;
  EXPECT_EQ(latency.steady_p99(), absl::ZeroDuration());
}

TEST_P(ConnectTimeoutTest, CallContinuesOnAFallbackChannel) {
  ScriptedServer fallback_server;
  options_.policy.everything().idempotency = Idempotency::kNoSideEffects;
  options_.fallback_channels = {fallback_server.NewChannel()};
  const SilentListener listener(Step::kData);
  EXPECT_TRUE(CallOn(NewChannel(listener.address())).status.ok());
  const CallReport report = Report();
  ASSERT_EQ(report.attempts.size(), 2u);
  EXPECT_EQ(report.attempts[0].origin, AttemptOrigin::kConnectTimeout);
  EXPECT_EQ(report.attempts[1].fallback, 1);
  EXPECT_EQ(report.grant_used, 0);
}

TEST_P(ConnectTimeoutTest, CallEndsIfItsFallbackChannelNeverConnects) {
  const SilentListener listener(Step::kData);
  const SilentListener other(Step::kData);
  options_.policy.everything().idempotency = Idempotency::kNoSideEffects;
  options_.fallback_channels = {
      grpc::CreateChannel(other.address(), grpc::InsecureChannelCredentials())};
  const grpc::Status status = CallOn(NewChannel(listener.address())).status;
  EXPECT_EQ(status.error_code(), StatusCode::UNAVAILABLE);
  const CallReport report = Report();
  EXPECT_EQ(report.stop_reason, StopReason::kConnectTimeout);
  EXPECT_EQ(report.attempts.size(), 2u);
  EXPECT_FALSE(report.outcome_unknown);
}

TEST_P(ConnectTimeoutTest, CallThatWaitsForReadyHasItsDeadlineAsTheLimit) {
  const SilentListener listener(Step::kData);
  context_ = NewContext(3 * kLimit);
  context_->set_wait_for_ready(true);
  EXPECT_EQ(CallOn(NewChannel(listener.address())).status.error_code(),
            StatusCode::DEADLINE_EXCEEDED);
}

TEST_P(ConnectTimeoutTest, SlowAnswerOfAConnectedChannelIsNoReason) {
  ScriptedServer server;
  const auto channel = NewChannel(server.address());
  context_->set_wait_for_ready(true);
  EXPECT_TRUE(CallOn(channel).status.ok());
  server.Add(Answer("late").Held());
  context_ = NewContext(2 * kLimit);
  EXPECT_EQ(CallOn(channel).status.error_code(), StatusCode::DEADLINE_EXCEEDED);
}

// The channel connects within the timeout, and the server then needs longer.
TEST_P(ConnectTimeoutTest, SlowAnswerAfterConnectingIsNoReason) {
  ScriptedServer server;
  server.Add(Answer("late").Held());
  options_.policy.everything().deadline.connect_timeout = 8 * kLimit;
  const SlowConnections connections(PortOf(server.address()), kLimit);
  const auto channel = NewChannel(connections.address());
  context_ = NewContext(11 * kLimit);
  EXPECT_EQ(CallOn(channel).status.error_code(), StatusCode::DEADLINE_EXCEEDED);
  EXPECT_EQ(server.attempts(), 1);
}

class ConnectTimeoutStreamTest : public ConnectTimeout,
                                 public ::testing::TestWithParam<StreamApi> {};

INSTANTIATE_TEST_SUITE_P(Apis, ConnectTimeoutStreamTest,
                         ValuesIn(AllStreamApis()),
                         [](const TestParamInfo<StreamApi>& api) {
                           return Name(api.param);
                         });

TEST_P(ConnectTimeoutStreamTest, StreamEndsIfTheServerNeverOpensIt) {
  const SilentListener listener(Step::kData);
  const auto channel = NewChannel(listener.address());
  for (const StreamKind kind :
       {StreamKind::kServer, StreamKind::kClient, StreamKind::kBidi}) {
    context_ = NewContext(kPatience);
    ExpectTimeout(
        MakeStreamCall(GetParam(), kind, channel, *context_, {"hello"}).status);
  }
}

TEST_P(ConnectTimeoutStreamTest, StreamContinuesOnAFallbackChannel) {
  ScriptedServer fallback_server;
  options_.policy.everything().idempotency = Idempotency::kNoSideEffects;
  options_.fallback_channels = {fallback_server.NewChannel()};
  const SilentListener listener(Step::kData);
  const auto channel = NewChannel(listener.address());
  EXPECT_TRUE(MakeStreamCall(GetParam(), StreamKind::kServer, channel,
                             *context_, {"hello"})
                  .status.ok());
  EXPECT_EQ(Report().attempts.back().fallback, 1);
}

}  // namespace
}  // namespace baton
