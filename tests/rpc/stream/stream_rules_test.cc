// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Rules that hold for streams and unary calls: an attempt without a connection
// is free, observe mode changes nothing, and observers run without a lock.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "absl/time/time.h"
#include "baton/call_observer.h"
#include "baton/client.h"
#include "baton/decision.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/stream_forms.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::Combine;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::TestParamInfo;
using ::testing::ValuesIn;

using Parameter = std::tuple<StreamApi, StreamKind>;

std::string NameOfForm(const TestParamInfo<Parameter>& form) {
  return Name(std::get<StreamApi>(form.param)) +
         Name(std::get<StreamKind>(form.param));
}

class StreamRulesTest : public ::testing::TestWithParam<Parameter> {
 protected:
  StreamResult Call() {
    const auto [api, kind] = GetParam();
    grpc::ChannelArguments arguments;
    // gRPC's default is one second.
    arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 50);
    arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 50);
    const std::shared_ptr<grpc::Channel> channel =
        *CreateChannel(server_.address(), grpc::InsecureChannelCredentials(),
                       options_, arguments);
    return MakeStreamCall(api, kind, channel, *context_, {"a"});
  }

  CallReport Report() const {
    const std::optional<CallReport> report = GetCallReport(*context_);
    if (report.has_value()) return *report;
    ADD_FAILURE() << "no report";
    return {};
  }

  ScriptedServer server_;
  ClientOptions options_ = QuickOptions();
  std::shared_ptr<grpc::ClientContext> context_ = NewContext(kPatience);
};

INSTANTIATE_TEST_SUITE_P(Forms, StreamRulesTest,
                         Combine(ValuesIn(AllStreamApis()),
                                 ValuesIn(AllStreamKinds())),
                         NameOfForm);

// Runs a function when a call begins to wait.
class AtWait final : public CallObserverFactory {
 public:
  explicit AtWait(std::function<void()> run) : run_(std::move(run)) {}

  std::unique_ptr<CallObserver> OnCallStart(
      const CallStart& /*call*/) override {
    return std::make_unique<Observer>(run_);
  }

 private:
  class Observer final : public CallObserver {
   public:
    explicit Observer(const std::function<void()>& run) : run_(run) {}
    void OnAttemptStart(const AttemptStart& /*attempt*/,
                        AttemptMetadata& /*metadata*/) override {}
    void OnAttemptEnd(const AttemptEnd& /*attempt*/) override {}
    void OnWait(const Decision& /*decision*/) override { run_(); }
    void OnCallEnd(const CallReport& /*report*/) override {}

   private:
    const std::function<void()>& run_;
  };

  const std::function<void()> run_;
};

TEST_P(StreamRulesTest, ConnectionWaitUsesNoGrant) {
  server_.Add(Answer("ok").AfterReadingAll());
  server_.Stop();
  bool restarted = false;
  options_.observers = std::make_shared<AtWait>([&] {
    if (!std::exchange(restarted, true)) server_.Start();
  });
  const StreamResult result = Call();
  EXPECT_TRUE(result.status.ok()) << result;
  EXPECT_THAT(result.payloads, ElementsAre("ok"));
  EXPECT_EQ(Report().grant_used, 0);
  EXPECT_EQ(Report().attempts.back().wait_cause, WaitCause::kConnection);
  // The server sees it as the first attempt.
  EXPECT_THAT(server_.AwaitAttempt(1).Values("retry-budget"),
              ElementsAre("g=0,n=0,h=1"));
  EXPECT_EQ(server_.attempts(), 1);
}

TEST_P(StreamRulesTest, StreamFailsAfterMaxConnectionWait) {
  server_.Stop();
  options_.policy.everything().retry.max_connection_wait =
      absl::Milliseconds(120);
  const StreamResult result = Call();
  EXPECT_EQ(result.status.error_code(), StatusCode::UNAVAILABLE) << result;
  EXPECT_EQ(Report().stop_reason, StopReason::kNoConnection);
  EXPECT_EQ(Report().grant_used, 0);
  EXPECT_FALSE(Report().outcome_unknown);
}

// Pushback says when to repeat a request, and not whether that is safe.
TEST_P(StreamRulesTest, PushbackAfterAResponseBeganPermitsNoRetry) {
  options_.policy.everything().idempotency = Idempotency::kUnknown;
  const ScriptStep fail =
      Fail(StatusCode::UNAVAILABLE, "busy").AfterReadingAll().WithPushback("1");
  const ScriptStep steps[] = {fail, fail.HeadersFirst(),
                              fail.AfterWriting({"x"})};
  int attempts = 0;
  for (const ScriptStep& step : steps) {
    server_.Add(step);
    context_ = NewContext(kPatience);
    EXPECT_EQ(Call().status.error_code(), StatusCode::UNAVAILABLE);
    EXPECT_EQ(server_.attempts(), ++attempts);
  }
}

TEST_P(StreamRulesTest, ObserveModeDoesNotRetryAStream) {
  server_.Add(Fail(StatusCode::UNAVAILABLE, "busy").AfterReadingAll());
  options_.policy.everything().mode = Mode::kObserve;
  const StreamResult result = Call();
  EXPECT_EQ(result.status.error_code(), StatusCode::UNAVAILABLE) << result;
  EXPECT_EQ(server_.attempts(), 1);
  EXPECT_THAT(server_.AwaitEnd(1).Values("retry-budget"), IsEmpty());
  EXPECT_EQ(Report().stop_reason, StopReason::kObserveOnly);
}

TEST_P(StreamRulesTest, ObserverCanCancelTheCall) {
  server_.Add(Fail(StatusCode::UNAVAILABLE, "busy").AfterReadingAll());
  options_.observers =
      std::make_shared<AtWait>([this] { context_->TryCancel(); });
  const StreamResult result = Call();
  EXPECT_EQ(result.status.error_code(), StatusCode::CANCELLED) << result;
  EXPECT_EQ(server_.attempts(), 1);
}

}  // namespace
}  // namespace baton
