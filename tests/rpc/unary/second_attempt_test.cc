// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Second attempts beside late ones, on a real channel. One server serves all
// calls. It answers quick calls at once, and holds the first attempt of a late
// call, as one of several servers that hangs would do.

#include <atomic>
#include <memory>
#include <optional>
#include <string>

#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/calls/unary_result.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"

namespace baton {
namespace {

using testing::v1::CallResponse;
using testing::v1::Scripted;

constexpr char kDropsCancelledWork[] = "r=ok,u=0,c=d";
constexpr char kKeepsCancelledWork[] = "r=ok,u=0";

// Calls until the latency of the method is measured.
constexpr int kMeasured = 110;

class SecondAttemptTest : public ::testing::TestWithParam<UnaryForm> {
 protected:
  // Answers with this advice.
  void Serve(const std::string& advice) {
    server_.Otherwise([this, advice](const SeenAttempt& seen) {
      if (seen.payload != "late") {
        return Answer("quick").WithTrailer("retry-advice", advice);
      }
      const bool is_first = late_attempts_.fetch_add(1) == 0;
      if (is_first) first_late_ = seen.number;
      ScriptStep step = Answer(is_first ? "first" : "second")
                            .WithTrailer("retry-advice", advice);
      return is_first || holds_second_ ? step.Held() : step;
    });
    channel_ = NewBatonChannel("dns:///" + server_.address(), options_);
    for (int i = 0; i < kMeasured; ++i) CallQuickly();
    // Baton computes the percentiles again a tenth of a second after the last
    // time, so that it may not have seen these calls yet.
    const Stopwatch watch;
    while (watch.Elapsed() < absl::Milliseconds(150)) CallQuickly();
  }

  void CallQuickly() {
    EXPECT_TRUE(MakeUnaryCall(GetParam(), channel_, NewContext(kPatience),
                              RequestOf("quick"))
                    .status.ok());
  }

  std::unique_ptr<StartedCall> StartLate(absl::Duration timeout) {
    context_ = NewContext(timeout);
    return StartUnaryCall(GetParam(), channel_, context_, RequestOf("late"));
  }

  // Calls until the late call has ended or has this number of attempts.
  void Overtake(StartedCall& late, int attempts) {
    const auto give_up = FromNow(kPatience);
    while (!late.ended() && late_attempts_ < attempts &&
           FromNow(absl::ZeroDuration()) < give_up) {
      CallQuickly();
    }
  }

  CallReport Report() const {
    const std::optional<CallReport> report = GetCallReport(*context_);
    if (report.has_value()) return *report;
    ADD_FAILURE() << "no report";
    return {};
  }

  std::atomic<int> late_attempts_{0};
  std::atomic<int> first_late_{0};
  std::atomic<bool> holds_second_{false};
  ClientOptions options_ = QuickOptions();
  ScriptedServer server_;
  std::shared_ptr<grpc::Channel> channel_;
  std::shared_ptr<grpc::ClientContext> context_;
};

INSTANTIATE_TEST_SUITE_P(Forms, SecondAttemptTest,
                         ::testing::Values(UnaryForm::kSync,
                                           UnaryForm::kCallback,
                                           UnaryForm::kReactor),
                         NameOfForm);

TEST_P(SecondAttemptTest, OvertakenCallIsServedByItsSecondAttempt) {
  Serve(kDropsCancelledWork);
  const auto late = StartLate(kPatience);
  Overtake(*late, 3);
  const UnaryResult result = late->Wait();
  EXPECT_TRUE(result.status.ok()) << result;
  EXPECT_EQ(result.payload, "second");
  EXPECT_EQ(result.Trailers("retry-advice").size(), 1u);
  EXPECT_EQ(late_attempts_, 2);
  EXPECT_TRUE(server_.AwaitEnd(first_late_).cancelled);
  const CallReport report = Report();
  ASSERT_EQ(report.attempts.size(), 2u);
  EXPECT_EQ(report.attempts[1].kind, RetryBudgetHeader::Kind::kHedge);
  EXPECT_EQ(report.attempts[1].wait_cause, WaitCause::kLate);
  EXPECT_GE(report.attempts[1].waited, absl::Milliseconds(15));
  EXPECT_EQ(report.attempts[0].late_stop_reason, std::nullopt);
}

TEST_P(SecondAttemptTest, FirstAttemptMayStillWin) {
  holds_second_ = true;
  Serve(kDropsCancelledWork);
  const auto late = StartLate(kPatience);
  Overtake(*late, 2);
  server_.Release(first_late_);
  const UnaryResult result = late->Wait();
  EXPECT_TRUE(result.status.ok()) << result;
  EXPECT_EQ(result.payload, "first");
  const CallReport report = Report();
  ASSERT_GE(report.attempts.size(), 2u);
  EXPECT_EQ(report.attempts[1].code, absl::StatusCode::kCancelled);
}

TEST_P(SecondAttemptTest, CancelEndsBothAttempts) {
  holds_second_ = true;
  Serve(kDropsCancelledWork);
  const auto late = StartLate(kPatience);
  Overtake(*late, 2);
  context_->TryCancel();
  EXPECT_EQ(late->Wait().status.error_code(), grpc::StatusCode::CANCELLED);
  EXPECT_TRUE(server_.AwaitEnd(first_late_).cancelled);
}

TEST_P(SecondAttemptTest, LateCallThatIsNotOvertakenKeepsItsOnlyAttempt) {
  Serve(kDropsCancelledWork);
  const auto late = StartLate(absl::Milliseconds(200));
  EXPECT_EQ(late->Wait().status.error_code(),
            grpc::StatusCode::DEADLINE_EXCEEDED);
  const CallReport report = Report();
  ASSERT_EQ(report.attempts.size(), 1u);
  EXPECT_EQ(report.attempts[0].late_stop_reason, StopReason::kNotOvertaken);
}

TEST_P(SecondAttemptTest, TargetThatKeepsCancelledWorkGetsNoSecondAttempt) {
  Serve(kKeepsCancelledWork);
  const auto late = StartLate(absl::Milliseconds(300));
  Overtake(*late, 2);
  EXPECT_EQ(late->Wait().status.error_code(),
            grpc::StatusCode::DEADLINE_EXCEEDED);
  const CallReport report = Report();
  ASSERT_EQ(report.attempts.size(), 1u);
  EXPECT_EQ(report.attempts[0].late_stop_reason,
            StopReason::kTargetKeepsCancelledWork);
}

// The calls of one completion queue.
class SecondAttemptOnAQueueTest : public SecondAttemptTest {
 protected:
  struct Call {
    std::shared_ptr<grpc::ClientContext> context = NewContext(kPatience);
    std::unique_ptr<grpc::ClientAsyncResponseReader<CallResponse>> reader;
    CallResponse response;
    grpc::Status status;
  };

  std::unique_ptr<Call> Start(grpc::CompletionQueue& queue,
                              const std::string& payload) {
    auto call = std::make_unique<Call>();
    call->reader =
        stub_->AsyncCall(call->context.get(), RequestOf(payload), &queue);
    call->reader->Finish(&call->response, &call->status, call.get());
    return call;
  }
  static void* Next(grpc::CompletionQueue& queue) {
    void* tag = nullptr;
    bool ok = false;
    EXPECT_EQ(queue.AsyncNext(&tag, &ok, FromNow(kPatience)),
              grpc::CompletionQueue::GOT_EVENT);
    return tag;
  }

  std::unique_ptr<Scripted::Stub> stub_;
};

INSTANTIATE_TEST_SUITE_P(Forms, SecondAttemptOnAQueueTest,
                         ::testing::Values(UnaryForm::kCqFinish), NameOfForm);

TEST_P(SecondAttemptOnAQueueTest, AnswerThroughTheSameQueueOvertakes) {
  Serve(kDropsCancelledWork);
  stub_ = Scripted::NewStub(channel_);
  grpc::CompletionQueue queue;
  const auto late = Start(queue, "late");
  void* tag = nullptr;
  for (int i = 0; i < 10'000 && tag != late.get(); ++i) {
    const auto quick = Start(queue, "quick");
    tag = Next(queue);
    if (tag == late.get()) Next(queue);
  }
  ASSERT_EQ(tag, late.get());
  EXPECT_TRUE(late->status.ok()) << late->status.error_message();
  EXPECT_EQ(late->response.payload(), "second");
}

TEST_P(SecondAttemptOnAQueueTest, UnreadAnswerIsNeverOvertaken) {
  Serve(kDropsCancelledWork);
  stub_ = Scripted::NewStub(channel_);
  grpc::CompletionQueue queue;
  const auto late = Start(queue, "late");
  const auto give_up = FromNow(kPatience);
  while (first_late_ == 0 && FromNow(absl::ZeroDuration()) < give_up) {
    CallQuickly();
  }
  server_.Release(first_late_);
  // Calls on queues of their own. Nothing reads the queue of the answer.
  const auto until = FromNow(absl::Milliseconds(150));
  while (FromNow(absl::ZeroDuration()) < until) CallQuickly();
  EXPECT_EQ(Next(queue), late.get());
  EXPECT_EQ(late->response.payload(), "first");
  EXPECT_EQ(late_attempts_, 1);
}

}  // namespace
}  // namespace baton
