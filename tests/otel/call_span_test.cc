// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Tests the spans of a call with manual observer events.

#include <memory>
#include <string>

#include "absl/time/time.h"
#include "baton/telemetry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "opentelemetry/trace/scope.h"
#include "opentelemetry/trace/tracer.h"
#include "tests/otel/metadata_maps.h"
#include "tests/support/outcomes.h"
#include "tests/support/telemetry/span_matchers.h"
#include "tests/support/telemetry/span_recorder.h"

namespace baton::otel {
namespace {

using ::testing::AllOf;
using ::testing::DoubleEq;
using ::testing::Each;
using ::testing::ElementsAre;

CallStart StartOf(const MethodPolicy& policy) {
  CallStart call;
  call.method = "/shop.v1.Inventory/Reserve";
  call.target = "dns:///inventory:443";
  call.policy = &policy;
  call.deadline.source = DeadlineSource::kCall;
  call.timeout = absl::Milliseconds(1500);
  call.grant = 2;
  call.hop = 1;
  return call;
}

Decision Retry(absl::Duration delay, WaitCause cause) {
  Decision decision;
  decision.retry = true;
  decision.outcome_class = OutcomeClass::kTransient;
  decision.delay = delay;
  decision.wait_cause = cause;
  return decision;
}

class CallSpanTest : public ::testing::Test {
 protected:
  std::shared_ptr<baton::Telemetry> NewTelemetry(
      Conventions conventions = Conventions::kCurrent) {
    TelemetryOptions options;
    options.tracing.provider = recorder_.provider();
    options.tracing.conventions = conventions;
    return OpenTelemetry(options);
  }

  // Returns the metadata of the attempt.
  SentMetadata StartAttempt(CallObserver& call, int number) {
    AttemptStart attempt;
    attempt.number = number;
    attempt.header.hop = 2;
    attempt.header.kind = number == 1 ? RetryBudgetHeader::Kind::kFirst
                                      : RetryBudgetHeader::Kind::kRetry;
    attempt.remaining = absl::Milliseconds(1000);
    SentMetadata metadata;
    call.OnAttemptStart(attempt, metadata);
    return metadata;
  }

  void EndAttempt(CallObserver& call, int number, const AttemptOutcome& outcome,
                  const Decision& decision) {
    AttemptEnd end;
    end.number = number;
    end.outcome = &outcome;
    end.decision = &decision;
    call.OnAttemptEnd(end);
  }

  void EndCall(CallObserver& call, absl::StatusCode code, StopReason reason,
               int attempts) {
    CallReport report;
    report.code = code;
    report.stop_reason = reason;
    report.attempts.resize(static_cast<std::size_t>(attempts));
    for (auto& attempt : report.attempts) {
      attempt.code = absl::StatusCode::kCancelled;
      attempt.origin = AttemptOrigin::kCancelled;
    }
    call.OnCallEnd(report);
  }

  // Makes one successful attempt.
  void Succeed(CallObserver& call) {
    StartAttempt(call, 1);
    EndAttempt(call, 1, AttemptOutcome(), Decision());
    EndCall(call, absl::StatusCode::kOk, StopReason::kSucceeded, 1);
  }

  MethodPolicy policy_;
  SpanRecorder recorder_;
};

TEST_F(CallSpanTest, SuccessAtTheFirstAttemptHasOneAttemptSpan) {
  const auto telemetry = NewTelemetry();
  const auto call = telemetry->OnCallStart(StartOf(policy_));
  Succeed(*call);
  EXPECT_THAT(
      recorder_.Call(),
      AllOf(IsNamed("shop.v1.Inventory/Reserve"), IsOfKind("CLIENT"), IsARoot(),
            HasSucceeded(), Has("rpc.system.name", "grpc"),
            Has("rpc.method", "shop.v1.Inventory/Reserve"),
            Has("rpc.response.status_code", "OK"),
            Has("server.address", "inventory"), Has("server.port", 443),
            Has("retry.attempt_count", 1), Has("retry.grant", 2),
            Has("retry.grant_used", 0), Has("retry.hop", 1),
            Has("retry.owner", "keep"), Has("retry.idempotency", "unknown"),
            Has("retry.stop_reason", "succeeded"), HasNo("retry.suppressed"),
            HasNo("retry.mode")));
  EXPECT_THAT(
      recorder_.Attempts(),
      ElementsAre(AllOf(
          IsNamed("Attempt.shop.v1.Inventory.Reserve"), IsOfKind("CLIENT"),
          IsBelow(recorder_.Call()), HasSucceeded(),
          Has("previous-rpc-attempts", 0), Has("transparent-retry", false),
          Has("retry.attempt_number", 1), Has("retry.kind", "first"),
          HasNo("retry.fallback"), Has("retry.hop", 2),
          Has("retry.forwarded_grant", 0), Has("retry.decision", "stop"),
          Has("retry.stop_reason", "succeeded"),
          Has("rpc.response.status_code", "OK"))));
  EXPECT_EQ(recorder_.Call().links, 0);
}

TEST_F(CallSpanTest, EachAttemptCarriesItsOwnSpan) {
  const auto telemetry = NewTelemetry();
  const auto call = telemetry->OnCallStart(StartOf(policy_));
  const SentMetadata first = StartAttempt(*call, 1);
  const SentMetadata second = StartAttempt(*call, 2);
  EndCall(*call, absl::StatusCode::kCancelled, StopReason::kCancelled, 2);
  const auto attempts = recorder_.Attempts();
  ASSERT_EQ(attempts.size(), 2U);
  EXPECT_EQ(first.map.at("traceparent"), TraceParentOf(attempts[0]));
  EXPECT_EQ(second.map.at("traceparent"), TraceParentOf(attempts[1]));
}

TEST_F(CallSpanTest, WaitIsAnEventWithItsCause) {
  const auto telemetry = NewTelemetry();
  const auto call = telemetry->OnCallStart(StartOf(policy_));
  const auto decision = Retry(absl::Milliseconds(24), WaitCause::kPushback);
  StartAttempt(*call, 1);
  EndAttempt(
      *call, 1,
      support::Ended(absl::StatusCode::kUnavailable, AttemptOrigin::kServer)
          .WithPushback(absl::Milliseconds(20)),
      decision);
  call->OnWait(decision);
  StartAttempt(*call, 2);
  EndAttempt(*call, 2, AttemptOutcome(), Decision());
  EndCall(*call, absl::StatusCode::kOk, StopReason::kSucceeded, 2);
  EXPECT_THAT(
      recorder_.Call(),
      AllOf(HasSucceeded(), Has("retry.attempt_count", 2),
            HasEvents(ElementsAre(AllOf(
                IsNamed("retry.wait"), Has("retry.wait_cause", "pushback"),
                Has("retry.wait_ms", 24.0), Has("retry.pushback_ms", 20.0))))));
  EXPECT_THAT(
      recorder_.Attempts(),
      ElementsAre(
          AllOf(HasFailedWith("UNAVAILABLE"), Has("retry.origin", "server"),
                Has("retry.outcome_class", "transient"),
                Has("retry.decision", "retry"), HasNo("retry.stop_reason"),
                Has("retry.wait_cause", "pushback"), Has("retry.wait_ms", 24.0),
                Has("retry.pushback_ms", 20.0)),
          AllOf(HasSucceeded(), Has("previous-rpc-attempts", 1),
                Has("retry.kind", "retry"))));
}

TEST_F(CallSpanTest, EveryReasonIsOnTheCallAndOnItsLastAttempt) {
  const auto telemetry = NewTelemetry();
  for (StopReason reason : kAllStopReasons) {
    const auto call = telemetry->OnCallStart(StartOf(policy_));
    StartAttempt(*call, 1);
    EndAttempt(
        *call, 1,
        support::Ended(absl::StatusCode::kAborted, AttemptOrigin::kServer),
        Decision::Stop(reason));
    EndCall(*call, absl::StatusCode::kAborted, reason, 1);
    const std::string word(ToString(reason));
    const auto spans = recorder_.All();
    ASSERT_GE(spans.size(), 2U);
    const RecordedSpan& last = spans.back();
    EXPECT_THAT(
        last, AllOf(HasFailedWith("ABORTED"), IsDescribedAs("ABORTED, " + word),
                    Has("retry.stop_reason", word.c_str())));
    EXPECT_EQ(last.attributes.count("retry.suppressed") == 1,
              IsSuppression(reason));
    EXPECT_THAT(spans[spans.size() - 2],
                AllOf(IsBelow(last), Has("retry.decision", "stop"),
                      Has("retry.stop_reason", word.c_str())));
  }
}

TEST_F(CallSpanTest, AttemptThatFoundNoConnectionIsMarked) {
  const auto telemetry = NewTelemetry();
  const auto call = telemetry->OnCallStart(StartOf(policy_));
  for (const bool never_sent : {true, false}) {
    StartAttempt(*call, never_sent ? 1 : 2);
    AttemptOutcome outcome = support::Ended(absl::StatusCode::kUnavailable,
                                            AttemptOrigin::kUnconfirmed);
    outcome.never_sent = never_sent;
    EndAttempt(*call, never_sent ? 1 : 2, outcome, Decision());
  }
  EndCall(*call, absl::StatusCode::kUnavailable, StopReason::kNoConnection, 2);
  EXPECT_THAT(recorder_.Attempts(), ElementsAre(Has("retry.never_sent", true),
                                                HasNo("retry.never_sent")));
}

TEST_F(CallSpanTest, AttemptHasTheAdviceOfTheServer) {
  const auto telemetry = NewTelemetry();
  const auto call = telemetry->OnCallStart(StartOf(policy_));
  StartAttempt(*call, 1);
  auto outcome =
      support::Ended(absl::StatusCode::kUnavailable, AttemptOrigin::kServer)
          .WithAdvice(RetryAdvice::Verdict::kNo,
                      RetryAdvice::Reason::kExhausted)
          .WithReason(std::string(100, 'X'));
  outcome.advice->used = 2;
  EndAttempt(*call, 1, outcome, Decision::Stop(StopReason::kServerAdvice));
  EndCall(*call, absl::StatusCode::kUnavailable, StopReason::kServerAdvice, 1);
  EXPECT_THAT(
      recorder_.Attempts(),
      ElementsAre(AllOf(
          Has("retry.advice", "no"), Has("retry.advice_reason", "exhausted"),
          Has("retry.used_below", 2),
          Has("retry.error_reason", std::string(63, 'X').c_str()))));
}

TEST_F(CallSpanTest, ErrorReasonIsPrintableAndCutBetweenCharacters) {
  const auto telemetry = NewTelemetry();
  const auto call = telemetry->OnCallStart(StartOf(policy_));
  StartAttempt(*call, 1);
  StartAttempt(*call, 2);
  const auto outcome = [](const std::string& reason) {
    return support::Ended(absl::StatusCode::kUnavailable,
                          AttemptOrigin::kServer)
        .WithReason(reason);
  };
  EndAttempt(*call, 1, outcome("A\xff\nB"), Decision());
  EndAttempt(*call, 2, outcome(std::string(62, 'X') + "\xc3\xbc"),
             Decision::Stop(StopReason::kServerAdvice));
  EndCall(*call, absl::StatusCode::kUnavailable, StopReason::kServerAdvice, 2);
  EXPECT_THAT(
      recorder_.Attempts(),
      ElementsAre(Has("retry.error_reason", R"(A\xff\nB)"),
                  Has("retry.error_reason", std::string(62, 'X').c_str())));
}

TEST_F(CallSpanTest, HedgeAttributesAreRecorded) {
  const auto telemetry = NewTelemetry();
  const auto call = telemetry->OnCallStart(StartOf(policy_));
  StartAttempt(*call, 1);
  AttemptStart hedge;
  hedge.number = 2;
  hedge.header.kind = RetryBudgetHeader::Kind::kHedge;
  SentMetadata metadata;
  call->OnAttemptStart(hedge, metadata);
  EndAttempt(*call, 2, AttemptOutcome(), Decision());
  EndCall(*call, absl::StatusCode::kOk, StopReason::kSucceeded, 2);
  EXPECT_THAT(recorder_.Call(), HasSucceeded());
  EXPECT_THAT(
      recorder_.Attempts(),
      ElementsAre(
          AllOf(HasFailedWith("CANCELLED"), Has("retry.result_discarded", true),
                Has("retry.origin", "cancelled"), HasNo("retry.decision")),
          AllOf(HasSucceeded(), Has("retry.kind", "hedge"),
                HasNo("retry.result_discarded"))));
}

TEST_F(CallSpanTest, CallHasItsDeadlineAndSource) {
  const auto telemetry = NewTelemetry();
  CallStart start = StartOf(policy_);
  start.deadline.source = DeadlineSource::kMaximum;
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
  const auto telemetry = NewTelemetry();
  CallStart start = StartOf(policy_);
  start.deadline.source = DeadlineSource::kNone;
  start.deadline.missing = true;
  start.timeout = absl::InfiniteDuration();
  Succeed(*telemetry->OnCallStart(start));
  EXPECT_THAT(recorder_.Call(), AllOf(Has("deadline.source", "none"),
                                      Has("deadline.missing", true),
                                      HasNo("deadline.timeout_ms")));
}

TEST_F(CallSpanTest, ObserveModeIsRecorded) {
  policy_.mode = Mode::kObserve;
  Succeed(*NewTelemetry()->OnCallStart(StartOf(policy_)));
  EXPECT_THAT(recorder_.Call(), Has("retry.mode", "observe"));
}

TEST_F(CallSpanTest, OldConventionsUseOldNames) {
  const auto telemetry = NewTelemetry(Conventions::kOld);
  Succeed(*telemetry->OnCallStart(StartOf(policy_)));
  EXPECT_THAT(
      recorder_.All(),
      Each(AllOf(Has("rpc.system", "grpc"),
                 Has("rpc.service", "shop.v1.Inventory"),
                 Has("rpc.method", "Reserve"), Has("rpc.grpc.status_code", 0),
                 HasNo("rpc.system.name"), HasNo("rpc.response.status_code"))));
}

TEST_F(CallSpanTest, BothConventionsUseBothNames) {
  const auto telemetry = NewTelemetry(Conventions::kBoth);
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
  const auto telemetry = NewTelemetry();
  std::unique_ptr<CallObserver> call;
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
  const auto telemetry = NewTelemetry();
  auto call = telemetry->OnCallStart(StartOf(policy_));
  StartAttempt(*call, 1);
  call.reset();
  EXPECT_EQ(recorder_.All().size(), 2U);
}

}  // namespace
}  // namespace baton::otel
