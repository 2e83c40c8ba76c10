// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Calls whose wait ends later than planned.

#include <memory>

#include "absl/time/time.h"
#include "baton/call_observer.h"
#include "baton/client.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/calls/unary_result.h"
#include "tests/support/signal.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::ValuesIn;

// Blocks a call at the start of its wait, until its deadline has passed.
class DawdlingObserver final : public CallObserver {
 public:
  explicit DawdlingObserver(absl::Duration timeout) : timeout_(timeout) {}

  void OnAttemptStart(const AttemptStart&, AttemptMetadata&) override {}
  void OnAttemptEnd(const AttemptEnd&) override {}
  void OnWait(const Decision&) override { Signal().Await(timeout_); }
  void OnCallEnd(const CallReport&) override {}

 private:
  const absl::Duration timeout_;
};

class DawdlingFactory final : public CallObserverFactory {
 public:
  std::unique_ptr<CallObserver> OnCallStart(const CallStart& call) override {
    return std::make_unique<DawdlingObserver>(call.timeout);
  }
};

class LateTimerTest : public ::testing::TestWithParam<UnaryForm> {};

INSTANTIATE_TEST_SUITE_P(Forms, LateTimerTest, ValuesIn(AllUnaryForms()),
                         NameOfForm);

TEST_P(LateTimerTest, AttemptWithoutEnoughTimeIsNotStarted) {
  ScriptedServer server(
      {Fail(StatusCode::UNAVAILABLE, "busy"), Answer("too late")});
  ClientOptions options = QuickOptions();
  options.observers = std::make_shared<DawdlingFactory>();
  const auto call =
      StartUnaryCall(GetParam(), NewBatonChannel(server.address(), options),
                     NewContext(absl::Milliseconds(200)), RequestOf("hello"));
  EXPECT_EQ(call->Wait().status.error_code(), StatusCode::DEADLINE_EXCEEDED);
  const auto report = GetCallReport(call->context());
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->attempts.size(), 1u);
  EXPECT_EQ(report->stop_reason, StopReason::kNotEnoughTime);
  // The server received the first attempt, with an unknown effect.
  EXPECT_TRUE(report->outcome_unknown);
  EXPECT_EQ(report->grant_used, 0);
  EXPECT_EQ(report->last_wait_cause, WaitCause::kBackoff);
  EXPECT_EQ(server.attempts(), 1);
}

}  // namespace
}  // namespace baton
