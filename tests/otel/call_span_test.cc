// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Tests the spans of a call with manual observer events.

#include <memory>
#include <string>

#include "absl/time/time.h"
#include "baton/otel/open_telemetry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "opentelemetry/trace/scope.h"
#include "tests/otel/metadata_maps.h"
#include "tests/support/outcomes.h"
#include "tests/support/span_matchers.h"
#include "tests/support/span_recorder.h"

namespace baton::otel {
namespace {

using ::testing::AllOf;
using ::testing::DoubleEq;
using ::testing::Each;
using ::testing::ElementsAre;

core::CallStart StartOf(const core::MethodPolicy& policy) {
  core::CallStart call;
  call.method = "/shop.v1.Inventory/Reserve";
  call.target = "dns:///inventory:443";
  call.policy = &policy;
  call.deadline.source = core::DeadlineSource::kCall;
  call.timeout = absl::Milliseconds(1500);
  call.grant = 2;
  call.hop = 1;
  return call;
}

core::Decision Retry(absl::Duration delay, core::WaitCause cause) {
  core::Decision decision;
  decision.retry = true;
  decision.outcome_class = core::OutcomeClass::kTransient;
  decision.delay = delay;
  decision.wait_cause = cause;
  return decision;
}

class CallSpanTest : public ::testing::Test {
 protected:
  std::shared_ptr<core::Telemetry> Telemetry(
      Conventions conventions = Conventions::kCurrent) {
    TelemetryOptions options;
    options.tracing.provider = recorder_.provider();
    options.tracing.conventions = conventions;
    return OpenTelemetry(options);
  }

  // Returns the metadata of the attempt.
  SentMetadata StartAttempt(core::CallObserver& call, int number) {
    core::AttemptStart attempt;
    attempt.number = number;
    attempt.header.hop = 2;
    attempt.header.kind = number == 1 ? core::RetryBudgetHeader::Kind::kFirst
                                      : core::RetryBudgetHeader::Kind::kRetry;
    attempt.remaining = absl::Milliseconds(1000);
    SentMetadata metadata;
    call.OnAttemptStart(attempt, metadata);
    return metadata;
  }

  void EndAttempt(core::CallObserver& call, int number,
                  const core::AttemptOutcome& outcome,
                  const core::Decision& decision) {
    core::AttemptEnd end;
    end.number = number;
    end.outcome = &outcome;
    end.decision = &decision;
    call.OnAttemptEnd(end);
  }

  void EndCall(core::CallObserver& call, absl::StatusCode code,
               core::StopReason reason, int attempts) {
    core::CallReport report;
    report.code = code;
    report.stop_reason = reason;
    report.attempts.resize(static_cast<std::size_t>(attempts));
    for (auto& attempt : report.attempts) {
      attempt.code = absl::StatusCode::kCancelled;
      attempt.origin = core::AttemptOrigin::kCancelled;
    }
    call.OnCallEnd(report);
  }

  // Makes one successful attempt.
  void Succeed(core::CallObserver& call) {
    StartAttempt(call, 1);
    EndAttempt(call, 1, core::AttemptOutcome(), core::Decision());
    EndCall(call, absl::StatusCode::kOk, core::StopReason::kSucceeded, 1);
  }

  core::MethodPolicy policy_;
  SpanRecorder recorder_;
};

TEST_F(CallSpanTest, SuccessAtTheFirstAttemptHasOneAttemptSpan) {
  const auto telemetry = Telemetry();
  const auto call = telemetry->OnCallStart(StartOf(policy_));
  Succeed(*call);
  EXPECT_THAT(
      recorder_.Call(),
      AllOf(IsNamed("shop.v1.Inventory/Reserve"), IsOfKind("CLIENT"), IsARoot(),
            HasSucceeded(), Has("rpc.system.name", "grpc"),
            Has("rpc.method", "shop.v1.Inventory/Reserve"),
            Has("rpc.response.status_code", "OK"),
            Has("server.address", "inventory"), Has("server.port", 443),
            Has("retry.attempts", 1), Has("retry.grant", 2),
            Has("retry.grant_used", 0), Has("retry.hop", 1),
            Has("retry.owner", "keep"), Has("retry.idempotency", "unknown"),
            Has("retry.reason", "succeeded"), HasNo("retry.suppressed"),
            HasNo("retry.mode")));
  EXPECT_THAT(
      recorder_.Attempts(),
      ElementsAre(AllOf(
          IsNamed("Attempt.shop.v1.Inventory.Reserve"), IsOfKind("CLIENT"),
          IsBelow(recorder_.Call()), HasSucceeded(),
          Has("previous-rpc-attempts", 0), Has("transparent-retry", false),
          Has("retry.attempt", 1), Has("retry.kind", "first"),
          HasNo("retry.fallback"), Has("retry.hop", 2), Has("retry.grant", 0),
          Has("retry.decision", "stop"), Has("retry.reason", "succeeded"),
          Has("rpc.response.status_code", "OK"))));
  EXPECT_EQ(recorder_.Call().links, 0);
}

TEST_F(CallSpanTest, EachAttemptCarriesItsOwnSpan) {
  const auto telemetry = Telemetry();
  const auto call = telemetry->OnCallStart(StartOf(policy_));
  const SentMetadata first = StartAttempt(*call, 1);
  const SentMetadata second = StartAttempt(*call, 2);
  EndCall(*call, absl::StatusCode::kCancelled, core::StopReason::kCancelled, 2);
  const auto attempts = recorder_.Attempts();
  ASSERT_EQ(attempts.size(), 2U);
  EXPECT_EQ(first.map.at("traceparent"), TraceParentOf(attempts[0]));
  EXPECT_EQ(second.map.at("traceparent"), TraceParentOf(attempts[1]));
}

TEST_F(CallSpanTest, WaitIsAnEventWithItsCause) {
  const auto telemetry = Telemetry();
  const auto call = telemetry->OnCallStart(StartOf(policy_));
  const auto decision =
      Retry(absl::Milliseconds(24), core::WaitCause::kPushback);
  StartAttempt(*call, 1);
  EndAttempt(*call, 1,
             support::Ended(absl::StatusCode::kUnavailable,
                            core::AttemptOrigin::kServer)
                 .WithPushback(absl::Milliseconds(20)),
             decision);
  call->OnWait(decision);
  StartAttempt(*call, 2);
  EndAttempt(*call, 2, core::AttemptOutcome(), core::Decision());
  EndCall(*call, absl::StatusCode::kOk, core::StopReason::kSucceeded, 2);
  EXPECT_THAT(
      recorder_.Call(),
      AllOf(HasSucceeded(), Has("retry.attempts", 2),
            HasEvents(ElementsAre(AllOf(IsNamed("retry.wait"),
                                        Has("retry.wait_cause", "pushback"),
                                        Has("retry.backoff_ms", 24.0),
                                        Has("retry.pushback_ms", 20.0))))));
  EXPECT_THAT(
      recorder_.Attempts(),
      ElementsAre(
          AllOf(HasFailedWith("UNAVAILABLE"), Has("retry.origin", "server"),
                Has("retry.class", "transient"), Has("retry.decision", "retry"),
                HasNo("retry.reason"), Has("retry.wait_cause", "pushback"),
                Has("retry.backoff_ms", 24.0), Has("retry.pushback_ms", 20.0)),
          AllOf(HasSucceeded(), Has("previous-rpc-attempts", 1),
                Has("retry.kind", "retry"))));
}

TEST_F(CallSpanTest, EveryReasonIsOnTheCallAndOnItsLastAttempt) {
  const auto telemetry = Telemetry();
  for (core::StopReason reason : core::kAllStopReasons) {
    const auto call = telemetry->OnCallStart(StartOf(policy_));
    StartAttempt(*call, 1);
    EndAttempt(*call, 1,
               support::Ended(absl::StatusCode::kAborted,
                              core::AttemptOrigin::kServer),
               core::Decision::Stop(reason));
    EndCall(*call, absl::StatusCode::kAborted, reason, 1);
    const std::string word(core::ToString(reason));
    const auto spans = recorder_.All();
    ASSERT_GE(spans.size(), 2U);
    const RecordedSpan& last = spans.back();
    EXPECT_THAT(
        last, AllOf(HasFailedWith("ABORTED"), IsDescribedAs("ABORTED, " + word),
                    Has("retry.reason", word.c_str())));
    EXPECT_EQ(last.attributes.count("retry.suppressed") == 1,
              core::IsSuppression(reason));
    EXPECT_THAT(spans[spans.size() - 2],
                AllOf(IsBelow(last), Has("retry.decision", "stop"),
                      Has("retry.reason", word.c_str())));
  }
}

TEST_F(CallSpanTest, AttemptHasTheAdviceOfTheServer) {
  const auto telemetry = Telemetry();
  const auto call = telemetry->OnCallStart(StartOf(policy_));
  StartAttempt(*call, 1);
  auto outcome = support::Ended(absl::StatusCode::kUnavailable,
                                core::AttemptOrigin::kServer)
                     .WithAdvice(core::RetryAdvice::Verdict::kNo,
                                 core::RetryAdvice::Why::kExhausted)
                     .WithReason(std::string(100, 'X'));
  outcome.advice->used = 2;
  EndAttempt(*call, 1, outcome,
             core::Decision::Stop(core::StopReason::kServerAdvice));
  EndCall(*call, absl::StatusCode::kUnavailable,
          core::StopReason::kServerAdvice, 1);
  EXPECT_THAT(
      recorder_.Attempts(),
      ElementsAre(
          AllOf(Has("retry.advice", "no"), Has("retry.advice_why", "exhausted"),
                Has("retry.used_below", 2),
                Has("retry.error_reason", std::string(63, 'X').c_str()))));
}

TEST_F(CallSpanTest, HedgeAttributesAreRecorded) {
  const auto telemetry = Telemetry();
  const auto call = telemetry->OnCallStart(StartOf(policy_));
  StartAttempt(*call, 1);
  core::AttemptStart hedge;
  hedge.number = 2;
  hedge.header.kind = core::RetryBudgetHeader::Kind::kHedge;
  SentMetadata metadata;
  call->OnAttemptStart(hedge, metadata);
  EndAttempt(*call, 2, core::AttemptOutcome(), core::Decision());
  EndCall(*call, absl::StatusCode::kOk, core::StopReason::kSucceeded, 2);
  EXPECT_THAT(recorder_.Call(), HasSucceeded());
  EXPECT_THAT(
      recorder_.Attempts(),
      ElementsAre(
          AllOf(HasFailedWith("CANCELLED"), Has("retry.dropped", true),
                Has("retry.origin", "cancelled"), HasNo("retry.decision")),
          AllOf(HasSucceeded(), Has("retry.kind", "hedge"),
                HasNo("retry.dropped"))));
}

TEST_F(CallSpanTest, CallHasItsDeadlineAndSource) {
  const auto telemetry = Telemetry();
  core::CallStart start = StartOf(policy_);
  start.deadline.source = core::DeadlineSource::kMaximum;
  start.deadline.capped = true;
  Succeed(*telemetry->OnCallStart(start));
  EXPECT_THAT(
      recorder_.Call(),
      AllOf(Has("deadline.source", "maximum"), Has("deadline.capped", true),
            Has("deadline.timeout_ms", 1500.0), HasNo("deadline.missing")));
  EXPECT_THAT(recorder_.Attempts(),
              Each(HasMs("deadline.remaining_ms", DoubleEq(1000))));
}

TEST_F(CallSpanTest, CallWithoutADeadlineHasNoTimeout) {
  const auto telemetry = Telemetry();
  core::CallStart start = StartOf(policy_);
  start.deadline.source = core::DeadlineSource::kNone;
  start.deadline.missing = true;
  start.timeout = absl::InfiniteDuration();
  Succeed(*telemetry->OnCallStart(start));
  EXPECT_THAT(recorder_.Call(), AllOf(Has("deadline.source", "none"),
                                      Has("deadline.missing", true),
                                      HasNo("deadline.timeout_ms")));
}

TEST_F(CallSpanTest, ObserveModeIsRecorded) {
  policy_.mode = core::Mode::kObserve;
  Succeed(*Telemetry()->OnCallStart(StartOf(policy_)));
  EXPECT_THAT(recorder_.Call(), Has("retry.mode", "observe"));
}

TEST_F(CallSpanTest, OldConventionsUseOldNames) {
  const auto telemetry = Telemetry(Conventions::kOld);
  Succeed(*telemetry->OnCallStart(StartOf(policy_)));
  EXPECT_THAT(
      recorder_.All(),
      Each(AllOf(Has("rpc.system", "grpc"),
                 Has("rpc.service", "shop.v1.Inventory"),
                 Has("rpc.method", "Reserve"), Has("rpc.grpc.status_code", 0),
                 HasNo("rpc.system.name"), HasNo("rpc.response.status_code"))));
}

TEST_F(CallSpanTest, BothConventionsUseBothNames) {
  const auto telemetry = Telemetry(Conventions::kBoth);
  Succeed(*telemetry->OnCallStart(StartOf(policy_)));
  EXPECT_THAT(
      recorder_.All(),
      Each(AllOf(Has("rpc.system", "grpc"), Has("rpc.system.name", "grpc"),
                 Has("rpc.service", "shop.v1.Inventory"),
                 Has("rpc.method", "shop.v1.Inventory/Reserve"),
                 Has("rpc.grpc.status_code", 0),
                 Has("rpc.response.status_code", "OK"))));
}

TEST_F(CallSpanTest, CallSpanIsBelowTheCurrentSpan) {
  auto outer = recorder_.provider()->GetTracer("test")->StartSpan("outer");
  const auto telemetry = Telemetry();
  std::unique_ptr<core::CallObserver> call;
  {
    opentelemetry::trace::Scope scope(outer);
    call = telemetry->OnCallStart(StartOf(policy_));
  }
  Succeed(*call);
  const auto calls = recorder_.Call();
  outer->End();
  EXPECT_THAT(calls, IsBelow(recorder_.All().back()));
}

TEST_F(CallSpanTest, DestroyedCallEndsItsSpans) {
  const auto telemetry = Telemetry();
  auto call = telemetry->OnCallStart(StartOf(policy_));
  StartAttempt(*call, 1);
  call.reset();
  EXPECT_EQ(recorder_.All().size(), 2U);
}

}  // namespace
}  // namespace baton::otel
