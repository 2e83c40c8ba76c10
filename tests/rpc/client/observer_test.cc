// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The events that an observer receives, in order, and the metadata that it may
// add.

#include <algorithm>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/client.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/calls/unary_result.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::ElementsAre;
using ::testing::ValuesIn;

// The events, one line each. Thread-safe.
class Events {
 public:
  void Add(std::string event) {
    std::lock_guard<std::mutex> lock(mutex_);
    events_.push_back(std::move(event));
    changed_.notify_all();
  }

  std::vector<std::string> All() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return events_;
  }

  void Await(const std::string& event) const {
    std::unique_lock<std::mutex> lock(mutex_);
    EXPECT_TRUE(changed_.wait_for(lock, absl::ToChronoMilliseconds(kPatience),
                                  [&] {
                                    return std::find(events_.begin(),
                                                     events_.end(),
                                                     event) != events_.end();
                                  }))
        << event;
  }

 private:
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::vector<std::string> events_;
};

std::string FollowsFrom(const Decision& decision) {
  return decision.retry ? "retry" : std::string(ToString(decision.reason));
}

class NotingObserver final : public CallObserver {
 public:
  explicit NotingObserver(Events& events) : events_(events) {}

  void OnAttemptStart(const AttemptStart& attempt,
                      AttemptMetadata& metadata) override {
    events_.Add(absl::StrCat("attempt ", attempt.number));
    metadata.Set("x-trace", absl::StrCat("attempt-", attempt.number));
  }
  void OnAttemptEnd(const AttemptEnd& attempt) override {
    events_.Add(absl::StrCat(attempt.number, " ended ",
                             absl::StatusCodeToString(attempt.outcome->code),
                             ", ", FollowsFrom(*attempt.decision)));
  }
  void OnWait(const Decision& decision) override {
    events_.Add(absl::StrCat("wait for ", ToString(decision.wait_cause)));
  }
  void OnCallEnd(const CallReport& report) override {
    events_.Add(absl::StrCat("end ", absl::StatusCodeToString(report.code),
                             " after ", report.attempts.size(), ", ",
                             ToString(report.stop_reason)));
  }

 private:
  Events& events_;
};

class NotingFactory final : public CallObserverFactory {
 public:
  explicit NotingFactory(Events& events) : events_(events) {}

  std::unique_ptr<CallObserver> OnCallStart(const CallStart& call) override {
    events_.Add(absl::StrCat("start ", call.method, " grant ", call.grant));
    return std::make_unique<NotingObserver>(events_);
  }

 private:
  Events& events_;
};

constexpr char kStart[] = "start /baton.testing.v1.Scripted/Call grant 2";

class ObserverTest : public ::testing::TestWithParam<UnaryForm> {
 protected:
  ObserverTest() {
    options_.observers = std::make_shared<NotingFactory>(events_);
  }

  std::unique_ptr<StartedCall> Start() {
    return StartUnaryCall(GetParam(),
                          NewBatonChannel(server_.address(), options_),
                          context_, RequestOf("hello"));
  }

  UnaryResult Call() { return Start()->Wait(); }

  Events events_;
  ScriptedServer server_;
  ClientOptions options_ = QuickOptions();
  std::shared_ptr<grpc::ClientContext> context_ = NewContext(kPatience);
};

INSTANTIATE_TEST_SUITE_P(Forms, ObserverTest, ValuesIn(AllUnaryForms()),
                         NameOfForm);

TEST_P(ObserverTest, ReceivesEventsOfASuccessfulCall) {
  EXPECT_TRUE(Call().status.ok());
  EXPECT_THAT(events_.All(),
              ElementsAre(kStart, "attempt 1", "1 ended OK, succeeded",
                          "end OK after 1, succeeded"));
}

TEST_P(ObserverTest, ReceivesEventsOfEachRetryAndWait) {
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  server_.Add(Fail(StatusCode::UNAVAILABLE).WithPushback("1"));
  EXPECT_TRUE(Call().status.ok());
  EXPECT_THAT(
      events_.All(),
      ElementsAre(kStart, "attempt 1", "1 ended UNAVAILABLE, retry",
                  "wait for backoff", "attempt 2", "2 ended UNAVAILABLE, retry",
                  "wait for pushback", "attempt 3", "3 ended OK, succeeded",
                  "end OK after 3, succeeded"));
}

TEST_P(ObserverTest, ReceivesAttemptsExhausted) {
  options_.policy.everything().retry.max_attempts = 2;
  server_.Otherwise(Fail(StatusCode::UNAVAILABLE));
  EXPECT_FALSE(Call().status.ok());
  EXPECT_THAT(events_.All(),
              ElementsAre(kStart, "attempt 1", "1 ended UNAVAILABLE, retry",
                          "wait for backoff", "attempt 2",
                          "2 ended UNAVAILABLE, attempts_exhausted",
                          "end UNAVAILABLE after 2, attempts_exhausted"));
}

TEST_P(ObserverTest, ReceivesCancellationDuringAnAttempt) {
  server_.Add(Echo().Held());
  const auto call = Start();
  server_.AwaitAttempt(1);
  call->context().TryCancel();
  EXPECT_EQ(call->Wait().status.error_code(), StatusCode::CANCELLED);
  EXPECT_THAT(events_.All(), ElementsAre(kStart, "attempt 1",
                                         "end CANCELLED after 1, cancelled"));
}

TEST_P(ObserverTest, ReceivesCancellationDuringAWait) {
  server_.Add(Fail(StatusCode::UNAVAILABLE).WithPushback("15000"));
  const auto call = Start();
  events_.Await("wait for pushback");
  call->context().TryCancel();
  EXPECT_EQ(call->Wait().status.error_code(), StatusCode::CANCELLED);
  EXPECT_THAT(
      events_.All(),
      ElementsAre(kStart, "attempt 1", "1 ended UNAVAILABLE, retry",
                  "wait for pushback", "end CANCELLED after 1, cancelled"));
  EXPECT_EQ(server_.attempts(), 1);
}

TEST_P(ObserverTest, ReceivesTheTimeoutOfAnAttempt) {
  options_.policy.everything().deadline.attempt_timeout =
      absl::Milliseconds(30);
  // The second attempt is the last, and has no timeout of its own.
  options_.policy.everything().retry.max_attempts = 2;
  server_.Otherwise(Echo().Held());
  const auto call = Start();
  events_.Await("attempt 2");
  // On a slow machine the server may never receive the first attempt.
  server_.Release(1);
  server_.Release(2);
  EXPECT_TRUE(call->Wait().status.ok());
  // The result of the discarded attempt is not reported.
  EXPECT_THAT(
      events_.All(),
      ElementsAre(kStart, "attempt 1", "1 ended DEADLINE_EXCEEDED, retry",
                  "wait for backoff", "attempt 2", "2 ended OK, succeeded",
                  "end OK after 2, succeeded"));
}

TEST_P(ObserverTest, ReceivesEventsInObserveMode) {
  options_.policy.everything().mode = Mode::kObserve;
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_FALSE(Call().status.ok());
  EXPECT_THAT(
      events_.All(),
      ElementsAre(kStart, "attempt 1", "1 ended UNAVAILABLE, observe_only",
                  "end UNAVAILABLE after 1, observe_only"));
}

TEST_P(ObserverTest, ReceivesRetriesOffAsStopReason) {
  options_.policy.everything().retry.max_attempts = 1;
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_FALSE(Call().status.ok());
  EXPECT_THAT(
      events_.All(),
      ElementsAre(kStart, "attempt 1", "1 ended UNAVAILABLE, retries_disabled",
                  "end UNAVAILABLE after 1, retries_disabled"));
}

TEST_P(ObserverTest, ObserverMetadataReplacesThatOfTheCaller) {
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  context_->AddMetadata("x-trace", "inbound");
  EXPECT_TRUE(Call().status.ok());
  EXPECT_THAT(server_.AwaitEnd(1).Values("x-trace"), ElementsAre("attempt-1"));
  EXPECT_THAT(server_.AwaitEnd(2).Values("x-trace"), ElementsAre("attempt-2"));
}

TEST_P(ObserverTest, ObserverAddsMetadataToAPassThroughCall) {
  options_.policy.everything().retry.max_attempts = 1;
  context_->AddMetadata("x-trace", "inbound");
  EXPECT_TRUE(Call().status.ok());
  EXPECT_THAT(server_.AwaitEnd(1).Values("x-trace"), ElementsAre("attempt-1"));
}

}  // namespace
}  // namespace baton
