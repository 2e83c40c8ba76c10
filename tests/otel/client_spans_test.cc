// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Tests the spans of calls through real channels to a real server, in each API.

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "baton/client.h"
#include "baton/telemetry.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "opentelemetry/sdk/trace/samplers/always_off_factory.h"
#include "opentelemetry/trace/scope.h"
#include "opentelemetry/trace/tracer.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/calls/unary_result.h"
#include "tests/support/patience.h"
#include "tests/support/telemetry/span_matchers.h"
#include "tests/support/telemetry/span_recorder.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Gt;
using ::testing::IsEmpty;
using ::testing::Le;
using ::testing::SizeIs;
using ::testing::ValuesIn;

auto IsWaitFor(const char* cause) {
  return AllOf(IsNamed("retry.wait"), Has("retry.wait_cause", cause),
               HasAny("retry.wait_ms"));
}

class ClientSpansTest : public ::testing::TestWithParam<UnaryForm> {
 protected:
  UnaryResult Call() { return Start()->Wait(); }

  std::unique_ptr<StartedCall> Start() {
    TelemetryOptions telemetry;
    telemetry.tracing.provider = recorder_->provider();
    options_.telemetry = OpenTelemetry(telemetry);
    return StartUnaryCall(GetParam(),
                          NewBatonChannel(server_.address(), options_),
                          context_, RequestOf("hello"));
  }

  // Returns the values of `key` in the metadata of the n-th attempt.
  std::vector<std::string> SentWith(int n, const std::string& key) {
    return server_.AwaitAttempt(n).Values(key);
  }

  MethodPolicy& policy() { return options_.policy.everything(); }

  std::unique_ptr<SpanRecorder> recorder_ = std::make_unique<SpanRecorder>();
  ScriptedServer server_;
  ClientOptions options_ = QuickOptions();
  std::shared_ptr<grpc::ClientContext> context_ = NewContext(kPatience);
};

INSTANTIATE_TEST_SUITE_P(Forms, ClientSpansTest, ValuesIn(AllUnaryForms()),
                         NameOfForm);

TEST_P(ClientSpansTest, ReportHasTheTraceOfTheSpan) {
  EXPECT_TRUE(Call().status.ok());
  EXPECT_EQ(GetCallReport(*context_)->trace_id, recorder_->Call().trace_id);
}

TEST_P(ClientSpansTest, CallSavedByRetriesHasEachAttempt) {
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  server_.Add(Fail(StatusCode::UNAVAILABLE).WithPushback("1"));
  EXPECT_TRUE(Call().status.ok());
  const RecordedSpan call = recorder_->Call();
  EXPECT_THAT(
      call, AllOf(IsNamed("baton.testing.v1.Scripted/Call"), IsOfKind("CLIENT"),
                  IsARoot(), HasSucceeded(), Has("server.address", "127.0.0.1"),
                  HasAny("server.port"), Has("retry.attempt_count", 3),
                  Has("retry.stop_reason", "succeeded"),
                  HasNo("retry.suppressed"), Has("retry.grant_used", 2),
                  HasEvents(ElementsAre(IsWaitFor("backoff"),
                                        IsWaitFor("pushback")))));
  const auto attempts = recorder_->Attempts();
  EXPECT_THAT(
      attempts,
      ElementsAre(
          AllOf(HasFailedWith("UNAVAILABLE"), Has("retry.decision", "retry"),
                Has("retry.kind", "first"), Has("previous-rpc-attempts", 0)),
          AllOf(HasFailedWith("UNAVAILABLE"), Has("retry.decision", "retry"),
                Has("retry.pushback_ms", 1.0), Has("retry.kind", "retry")),
          AllOf(HasSucceeded(), Has("retry.stop_reason", "succeeded"),
                Has("previous-rpc-attempts", 2))));
  EXPECT_THAT(attempts, Each(IsBelow(call)));
}

TEST_P(ClientSpansTest, CallSavedByAFallbackNamesIt) {
  ScriptedServer fallback_server;
  options_.fallback_channels = {fallback_server.NewChannel()};
  policy().idempotency = Idempotency::kNoSideEffects;
  policy().fallback.from_attempt = 2;
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_TRUE(Call().status.ok());
  const auto attempts = recorder_->Attempts();
  EXPECT_THAT(attempts,
              ElementsAre(HasNo("retry.fallback"),
                          AllOf(HasSucceeded(), Has("retry.fallback", 1))));
  EXPECT_THAT(attempts, Each(IsBelow(recorder_->Call())));
  EXPECT_THAT(fallback_server.AwaitAttempt(1).Values("traceparent"),
              ElementsAre(TraceParentOf(attempts.back())));
}

TEST_P(ClientSpansTest, ServerReceivesTheSpanOfItsAttempt) {
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  context_->AddMetadata("traceparent", "forwarded by mistake");
  EXPECT_TRUE(Call().status.ok());
  const auto attempts = recorder_->Attempts();
  ASSERT_THAT(attempts, SizeIs(2));
  EXPECT_THAT(SentWith(1, "traceparent"),
              ElementsAre(TraceParentOf(attempts[0])));
  EXPECT_THAT(SentWith(2, "traceparent"),
              ElementsAre(TraceParentOf(attempts[1])));
}

TEST_P(ClientSpansTest, ExhaustedAttemptsAreTheReason) {
  policy().retry.max_attempts = 2;
  server_.Otherwise(Fail(StatusCode::UNAVAILABLE));
  EXPECT_FALSE(Call().status.ok());
  EXPECT_THAT(recorder_->Call(),
              AllOf(HasFailedWith("UNAVAILABLE"),
                    IsDescribedAs("UNAVAILABLE, attempts_exhausted"),
                    Has("retry.suppressed", true),
                    Has("retry.stop_reason", "attempts_exhausted")));
  EXPECT_THAT(
      recorder_->Attempts(),
      ElementsAre(Has("retry.decision", "retry"),
                  AllOf(Has("retry.decision", "stop"),
                        Has("retry.stop_reason", "attempts_exhausted"))));
}

TEST_P(ClientSpansTest, NonRetryableCodeIsTheReason) {
  server_.Add(Fail(StatusCode::NOT_FOUND));
  EXPECT_FALSE(Call().status.ok());
  EXPECT_THAT(recorder_->Call(),
              AllOf(HasFailedWith("NOT_FOUND"), HasNo("retry.suppressed"),
                    Has("retry.stop_reason", "not_retryable")));
}

TEST_P(ClientSpansTest, NonIdempotentMethodIsTheReason) {
  policy().idempotency = Idempotency::kUnknown;
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_FALSE(Call().status.ok());
  EXPECT_THAT(recorder_->Call(),
              AllOf(HasFailedWith("UNAVAILABLE"), Has("retry.suppressed", true),
                    Has("retry.idempotency", "unknown"),
                    Has("retry.outcome_unknown", true),
                    Has("retry.stop_reason", "not_idempotent")));
}

TEST_P(ClientSpansTest, ServerAdviceIsTheReason) {
  server_.Add(Fail(StatusCode::UNAVAILABLE)
                  .WithTrailer("retry-advice", "r=no,w=overload"));
  server_.Add(Fail(StatusCode::UNAVAILABLE).WithPushback("-1"));
  EXPECT_FALSE(Call().status.ok());
  EXPECT_THAT(recorder_->Call(),
              AllOf(Has("retry.suppressed", true),
                    Has("retry.stop_reason", "server_advice")));
  EXPECT_THAT(recorder_->Attempts(),
              ElementsAre(AllOf(Has("retry.advice", "no"),
                                Has("retry.advice_reason", "overload"))));
}

TEST_P(ClientSpansTest, NegativePushbackIsTheReason) {
  server_.Add(Fail(StatusCode::UNAVAILABLE).WithPushback("-1"));
  EXPECT_FALSE(Call().status.ok());
  EXPECT_THAT(recorder_->Call(),
              AllOf(Has("retry.suppressed", true),
                    Has("retry.stop_reason", "server_pushback")));
}

TEST_P(ClientSpansTest, ExhaustedGrantIsTheReason) {
  policy().retry.max_attempts = 4;
  policy().retry.edge_grant = 1;
  server_.Otherwise(Fail(StatusCode::UNAVAILABLE));
  EXPECT_FALSE(Call().status.ok());
  EXPECT_THAT(
      recorder_->Call(),
      AllOf(Has("retry.suppressed", true), Has("retry.attempt_count", 2),
            Has("retry.grant", 1), Has("retry.grant_used", 1),
            Has("retry.stop_reason", "grant_exhausted")));
}

TEST_P(ClientSpansTest, MissingGrantIsTheReason) {
  policy().retry.edge_grant = 0;
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_FALSE(Call().status.ok());
  EXPECT_THAT(recorder_->Call(),
              AllOf(Has("retry.suppressed", true), Has("retry.grant", 0),
                    Has("retry.stop_reason", "no_grant")));
}

TEST_P(ClientSpansTest, DisabledRetriesAreTheReason) {
  policy().retry.max_attempts = 1;
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_FALSE(Call().status.ok());
  EXPECT_THAT(recorder_->Call(),
              AllOf(Has("retry.suppressed", true),
                    Has("retry.stop_reason", "retries_disabled")));
  EXPECT_THAT(SentWith(1, "traceparent"),
              ElementsAre(TraceParentOf(recorder_->Attempts().at(0))));
}

TEST_P(ClientSpansTest, WaitBeyondTheDeadlineIsTheReason) {
  server_.Add(Fail(StatusCode::UNAVAILABLE).WithPushback("29000"));
  context_ = NewContext(absl::Seconds(20));
  EXPECT_FALSE(Call().status.ok());
  EXPECT_THAT(recorder_->Call(),
              AllOf(Has("retry.suppressed", true),
                    Has("retry.stop_reason", "not_enough_time"),
                    HasMs("deadline.timeout_ms", AllOf(Gt(1000), Le(20000)))));
  EXPECT_THAT(recorder_->Attempts(),
              ElementsAre(AllOf(
                  Has("retry.pushback_ms", 29000.0),
                  HasMs("deadline.remaining_ms", AllOf(Gt(0), Le(20000))))));
}

TEST_P(ClientSpansTest, ExhaustedProcessBudgetIsTheReason) {
  ProcessBudgetOptions& budget = options_.policy.process_budget;
  budget = ProcessBudgetOptions();
  // Enough tokens for one retry, and no refill.
  budget.capacity = budget.timeout_cost = budget.throttled_cost = 1;
  budget.refill_limit = 0;
  server_.Otherwise(Fail(StatusCode::UNAVAILABLE));
  EXPECT_FALSE(Call().status.ok());
  EXPECT_THAT(
      recorder_->Call(),
      AllOf(Has("retry.suppressed", true), Has("retry.attempt_count", 2),
            Has("retry.stop_reason", "process_budget_exhausted")));
}

TEST_P(ClientSpansTest, ObserveModeIsTheReason) {
  policy().mode = Mode::kObserve;
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_FALSE(Call().status.ok());
  EXPECT_THAT(recorder_->Call(),
              AllOf(Has("retry.mode", "observe"), Has("retry.attempt_count", 1),
                    Has("retry.stop_reason", "observe_only")));
  EXPECT_THAT(recorder_->Attempts(),
              ElementsAre(AllOf(Has("retry.wait_cause", "backoff"),
                                HasAny("retry.wait_ms"))));
}

TEST_P(ClientSpansTest, CancelledCallDiscardsItsAttempt) {
  server_.Add(Echo().Held());
  const auto call = Start();
  server_.AwaitAttempt(1);
  call->context().TryCancel();
  EXPECT_EQ(call->Wait().status.error_code(), StatusCode::CANCELLED);
  EXPECT_THAT(recorder_->Call(), AllOf(HasFailedWith("CANCELLED"),
                                       Has("retry.stop_reason", "cancelled")));
  EXPECT_THAT(recorder_->Attempts(),
              ElementsAre(AllOf(HasFailedWith("CANCELLED"),
                                Has("retry.result_discarded", true))));
}

TEST_P(ClientSpansTest, TimedOutAttemptIsRetried) {
  policy().deadline.attempt_timeout = absl::Milliseconds(30);
  server_.Add(Echo().Held());
  EXPECT_TRUE(Call().status.ok());
  EXPECT_THAT(recorder_->Call(), HasSucceeded());
  EXPECT_THAT(recorder_->Attempts(),
              ElementsAre(AllOf(HasFailedWith("DEADLINE_EXCEEDED"),
                                Has("retry.origin", "attempt_timeout"),
                                Has("retry.outcome_class", "timeout"),
                                Has("retry.decision", "retry")),
                          HasSucceeded()));
}

TEST_P(ClientSpansTest, ExpiredDeadlineIsTheReason) {
  policy().deadline.attempt_timeout = absl::InfiniteDuration();
  server_.Add(Echo().Held());
  context_ = NewContext(absl::Milliseconds(100));
  EXPECT_EQ(Call().status.error_code(), StatusCode::DEADLINE_EXCEEDED);
  EXPECT_THAT(recorder_->Call(),
              AllOf(HasFailedWith("DEADLINE_EXCEEDED"),
                    Has("retry.stop_reason", "not_enough_time")));
  EXPECT_THAT(recorder_->Attempts(), SizeIs(1));
}

TEST_P(ClientSpansTest, UnsampledCallHasNoSpans) {
  recorder_ = std::make_unique<SpanRecorder>(
      opentelemetry::sdk::trace::AlwaysOffSamplerFactory::Create());
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_TRUE(Call().status.ok());
  EXPECT_THAT(recorder_->All(), IsEmpty());
  EXPECT_THAT(SentWith(2, "traceparent"),
              ElementsAre(::testing::EndsWith("-00")));
  EXPECT_EQ(SentWith(1, "traceparent"), SentWith(2, "traceparent"));
}

// The forms whose call starts on the thread of the test.
class AsynchronousSpansTest : public ClientSpansTest {};

std::vector<UnaryForm> AsynchronousForms() {
  std::vector<UnaryForm> forms = AllUnaryForms();
  forms.erase(std::remove(forms.begin(), forms.end(), UnaryForm::kSync),
              forms.end());
  return forms;
}

INSTANTIATE_TEST_SUITE_P(Forms, AsynchronousSpansTest,
                         ValuesIn(AsynchronousForms()), NameOfForm);

TEST_P(AsynchronousSpansTest, AsynchronousCallIsBelowTheCurrentSpan) {
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  auto outer = recorder_->provider()->GetTracer("test")->StartSpan("outer");
  std::unique_ptr<StartedCall> call;
  {
    opentelemetry::trace::Scope scope(outer);
    call = Start();
  }
  EXPECT_TRUE(call->Wait().status.ok());
  const RecordedSpan span = recorder_->Call();
  outer->End();
  EXPECT_THAT(span, IsBelow(recorder_->All().back()));
}

// Calls on the thread of the test, with a plain stub.
class StubSpansTest : public ::testing::Test {
 protected:
  StubSpansTest() {
    TelemetryOptions telemetry;
    telemetry.tracing.provider = recorder_.provider();
    options_.telemetry = OpenTelemetry(telemetry);
  }

  std::unique_ptr<testing::v1::Scripted::Stub> NewStub() {
    return testing::v1::Scripted::NewStub(
        NewBatonChannel(server_.address(), options_));
  }

  // Opens a server-streaming call, reads it to its end and returns its status.
  grpc::Status Stream() {
    const auto stub = NewStub();
    const auto context = NewContext(kPatience);
    const auto reader = stub->ServerStream(context.get(), RequestOf("hello"));
    testing::v1::CallResponse response;
    while (reader->Read(&response)) {
    }
    return reader->Finish();
  }

  SpanRecorder recorder_;
  ScriptedServer server_;
  ClientOptions options_ = QuickOptions();
};

TEST_F(StubSpansTest, BlockingCallIsBelowTheCurrentSpan) {
  auto outer = recorder_.provider()->GetTracer("test")->StartSpan("outer");
  const auto context = NewContext(kPatience);
  testing::v1::CallResponse response;
  {
    opentelemetry::trace::Scope scope(outer);
    EXPECT_TRUE(
        NewStub()->Call(context.get(), RequestOf("hello"), &response).ok());
  }
  const RecordedSpan span = recorder_.Call();
  outer->End();
  EXPECT_THAT(span, IsBelow(recorder_.All().back()));
}

TEST_F(StubSpansTest, StreamsHaveACallAndAnAttempt) {
  EXPECT_TRUE(Stream().ok());
  EXPECT_THAT(recorder_.Call(),
              AllOf(IsNamed("baton.testing.v1.Scripted/ServerStream"),
                    HasSucceeded(), Has("retry.attempt_count", 1)));
  const auto attempts = recorder_.Attempts();
  ASSERT_THAT(attempts, ElementsAre(IsBelow(recorder_.Call())));
  EXPECT_THAT(server_.AwaitEnd(1).Values("traceparent"),
              ElementsAre(TraceParentOf(attempts[0])));
}

TEST_F(StubSpansTest, RetriedStreamHasEachAttempt) {
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_TRUE(Stream().ok());
  EXPECT_THAT(recorder_.Call(),
              AllOf(HasSucceeded(), Has("retry.attempt_count", 2)));
  EXPECT_THAT(recorder_.Attempts(),
              ElementsAre(AllOf(HasFailedWith("UNAVAILABLE"),
                                Has("retry.decision", "retry")),
                          AllOf(HasSucceeded(), Has("retry.kind", "retry"))));
}

TEST_F(StubSpansTest, DiscardedStreamAttemptEndsImmediately) {
  HedgeOptions& hedge = options_.policy.everything().hedge;
  hedge.max_attempts = 2;
  hedge.delay = absl::Milliseconds(5);
  server_.Add(Answer("late").Held());
  server_.Add(AnswerWithoutMessage().AfterEchoing(1).Held());
  const auto channel = NewBatonChannel(server_.address(), options_);
  // Without a connection the second attempt could reach the server first.
  EXPECT_TRUE(channel->WaitForConnected(NewContext(kPatience)->deadline()));
  const auto stub = testing::v1::Scripted::NewStub(channel);
  const auto context = NewContext(kPatience);
  const auto reader = stub->ServerStream(context.get(), RequestOf("hello"));
  testing::v1::CallResponse response;
  EXPECT_TRUE(reader->Read(&response));
  const auto is_overtaken =
      AllOf(Has("retry.kind", "first"), Has("retry.result_discarded", true));
  // The stream continues.
  EXPECT_THAT(recorder_.All(), ElementsAre(is_overtaken));
  server_.Release(2);
  EXPECT_FALSE(reader->Read(&response));
  EXPECT_TRUE(reader->Finish().ok());
  EXPECT_THAT(recorder_.Call(),
              AllOf(HasSucceeded(), Has("retry.attempt_count", 2)));
  EXPECT_THAT(recorder_.Attempts(),
              ElementsAre(is_overtaken,
                          AllOf(HasSucceeded(), Has("retry.kind", "hedge"),
                                Has("retry.stop_reason", "succeeded"))));
}

TEST_F(StubSpansTest, FailedStreamHasItsStopReason) {
  options_.policy.everything().retry.max_attempts = 1;
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_FALSE(Stream().ok());
  EXPECT_THAT(recorder_.Call(),
              AllOf(HasFailedWith("UNAVAILABLE"), Has("retry.suppressed", true),
                    Has("retry.stop_reason", "retries_disabled")));
}

}  // namespace
}  // namespace baton
