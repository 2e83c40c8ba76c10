// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Calls whose channel connects slowly. The time of connecting never counts as
// slowness of the server: not in the measured latency, not in the per-attempt
// timeout, and not in the process budget.

#include <memory>
#include <optional>
#include <string>

#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/monotonic_time.h"
#include "baton/real_clock.h"
#include "baton/rpc/channel/target_record.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/kit/slow_connections.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/stream_forms.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/calls/unary_result.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::testing::TestParamInfo;
using ::testing::ValuesIn;

constexpr absl::Duration kConnecting = absl::Milliseconds(600);
constexpr absl::Duration kUsual = absl::Milliseconds(1);
constexpr char kMethod[] = "/baton.testing.v1.Scripted/Call";
constexpr char kStreamMethod[] = "/baton.testing.v1.Scripted/ServerStream";
constexpr int kKnownCalls = 5000;

// A server whose connections open slowly.
class SlowConnectionFixture {
 protected:
  // Returns a channel that does not share the connection of another one. The
  // latency of `method` is known.
  std::shared_ptr<grpc::Channel> NewChannel(const ClientOptions& options,
                                            const char* method) {
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    const auto channel = *CreateChannel(
        address_, grpc::InsecureChannelCredentials(), options, arguments);
    record_ = rpc::TargetRecordFor(address_, {options.policy.process_budget,
                                              options.policy.retry_breaker});
    for (int i = 0; i < kKnownCalls; ++i) {
      record_->methods().Find(method)->latency.Record(kUsual, Now(), 0);
    }
    full_ = record_->budget().Level(Now());
    return channel;
  }

  // Checks that no call of `method` counts as slow.
  void ExpectQuick(const char* method) {
    const std::optional<absl::Duration> longest =
        record_->methods().Find(method)->latency.Percentile(0.99999);
    ASSERT_TRUE(longest.has_value());
    EXPECT_LT(*longest, kConnecting / 2);
  }

  static MonotonicTime Now() { return RealClock().Now(); }

  ScriptedServer server_;
  SlowConnections connections_{PortOf(server_.address()), kConnecting};
  const std::string address_ = connections_.address();
  std::shared_ptr<rpc::TargetRecord> record_;
  double full_ = 0;
};

class SlowConnectionTest : public SlowConnectionFixture,
                           public ::testing::TestWithParam<UnaryForm> {
 protected:
  // Calls on a new channel, and returns the report of the call.
  CallReport Call(const ClientOptions& options) {
    const auto channel = NewChannel(options, kMethod);
    const auto context = NewContext(kPatience);
    const auto call =
        StartUnaryCall(GetParam(), channel, context, RequestOf("hello"));
    EXPECT_TRUE(call->Wait().status.ok());
    const std::optional<CallReport> report = GetCallReport(*context);
    return report.value_or(CallReport());
  }
};

INSTANTIATE_TEST_SUITE_P(Forms, SlowConnectionTest, ValuesIn(AllUnaryForms()),
                         NameOfForm);

TEST_P(SlowConnectionTest, MeasuredLatencyHasNoTimeOfConnecting) {
  ClientOptions options = QuickOptions();
  EXPECT_GE(Call(options).lasted, kConnecting);
  // A timeout that expires meanwhile changes nothing.
  options.policy.everything().deadline.attempt_timeout = kConnecting / 4;
  Call(options);
  ExpectQuick(kMethod);
}

TEST_P(SlowConnectionTest, AttemptDoesNotTimeOutWhileItsChannelConnects) {
  ClientOptions options = QuickOptions();
  options.policy.everything().deadline.attempt_timeout = kConnecting / 2;
  const CallReport report = Call(options);
  EXPECT_EQ(report.attempts.size(), 1u);
  EXPECT_EQ(report.grant_used, 0);
  EXPECT_GE(report.lasted, kConnecting);
  EXPECT_EQ(server_.attempts(), 1);
}

TEST_P(SlowConnectionTest, ConnectingCostsTheProcessBudgetNothing) {
  ClientOptions options = QuickOptions();
  options.policy.process_budget = ProcessBudgetOptions();
  options.policy.everything().deadline.attempt_timeout = kConnecting / 2;
  EXPECT_EQ(Call(options).stop_reason, StopReason::kSucceeded);
  EXPECT_EQ(record_->budget().Level(Now()), full_);
  EXPECT_EQ(record_->OpenBreakers(Now()), 0);
}

class SlowStreamConnectionTest : public SlowConnectionFixture,
                                 public ::testing::TestWithParam<StreamApi> {};

INSTANTIATE_TEST_SUITE_P(Apis, SlowStreamConnectionTest,
                         ValuesIn(AllStreamApis()),
                         [](const TestParamInfo<StreamApi>& api) {
                           return Name(api.param);
                         });

TEST_P(SlowStreamConnectionTest, MeasuredLatencyHasNoTimeOfConnecting) {
  ClientOptions options = QuickOptions();
  for (const bool in_place : {true, false}) {
    // Baton then makes the first attempt itself.
    if (!in_place) options.policy.everything().stream.idle_timeout = kPatience;
    const auto channel = NewChannel(options, kStreamMethod);
    const auto context = NewContext(kPatience);
    EXPECT_TRUE(MakeStreamCall(GetParam(), StreamKind::kServer, channel,
                               *context, {"hello"})
                    .status.ok());
    const std::optional<CallReport> report = GetCallReport(*context);
    ASSERT_TRUE(report.has_value());
    EXPECT_GE(report->lasted, kConnecting);
    EXPECT_EQ(report->attempts.size(), 1u);
    ExpectQuick(kStreamMethod);
  }
}

}  // namespace
}  // namespace baton
