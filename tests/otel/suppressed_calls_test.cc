// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks each rule that suppresses an attempt. The reason must be on the call's
// span, on the span of its last attempt and in the metric. The calls use a real
// channel.

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/stop_reason.h"
#include "baton/telemetry.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/silent_listener.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/patience.h"
#include "tests/support/reserved_port.h"
#include "tests/support/telemetry/metric_recorder.h"
#include "tests/support/telemetry/span_matchers.h"
#include "tests/support/telemetry/span_recorder.h"

namespace baton {
namespace {

using ::baton::StopReason;
using ::grpc::StatusCode;
using ::testing::AllOf;
using ::testing::Ge;

// The environment of a call.
struct Scene {
  ClientOptions options = QuickOptions();
  // The server's step for every attempt.
  ScriptStep step = Fail(StatusCode::UNAVAILABLE);
  // The name of its code.
  std::string code = "UNAVAILABLE";
  // The number of calls. The test checks the last call.
  int calls = 1;
  bool without_server = false;
  // The server never completes a connection.
  bool silent_server = false;

  MethodPolicy& policy() { return options.policy.everything(); }
};

// Makes each attempt fail with contention.
void FailWithContention(Scene& scene) {
  scene.step = Fail(StatusCode::ABORTED);
  scene.code = "ABORTED";
  scene.policy().retry.classifier.retryable_codes.Add(
      absl::StatusCode::kAborted);
}

struct Row {
  StopReason reason;
  std::function<void(Scene&)> set;
};

const std::vector<Row>& Rows() {
  static const auto& rows = *new std::vector<Row>{
      {StopReason::kNotIdempotent,
       [](Scene& scene) {
         scene.policy().idempotency = Idempotency::kNotIdempotent;
       }},
      {StopReason::kServerAdvice,
       [](Scene& scene) {
         scene.step = scene.step.WithTrailer("retry-advice", "r=no,w=overload");
       }},
      {StopReason::kServerPushback,
       [](Scene& scene) { scene.step = scene.step.WithPushback("-1"); }},
      {StopReason::kAllRetriesStopped,
       [](Scene& scene) { scene.options.policy.stop_all_retries = true; }},
      {StopReason::kNoGrant,
       [](Scene& scene) { scene.policy().retry.edge_grant = 0; }},
      {StopReason::kGrantExhausted,
       [](Scene& scene) { scene.policy().retry.edge_grant = 1; }},
      {StopReason::kRetriesDisabled,
       [](Scene& scene) { scene.policy().retry.max_attempts = 1; }},
      {StopReason::kAttemptsExhausted,
       [](Scene& scene) { scene.policy().retry.max_attempts = 2; }},
      {StopReason::kThrottledAttemptsExhausted,
       [](Scene& scene) {
         scene.step = scene.step.WithPushback("1");
         scene.policy().retry.throttled.max_attempts = 2;
       }},
      {StopReason::kContentionAttemptsExhausted,
       [](Scene& scene) {
         FailWithContention(scene);
         scene.policy().retry.contention.max_attempts = 2;
       }},
      {StopReason::kThrottledTimeExhausted,
       [](Scene& scene) {
         scene.step = scene.step.WithPushback("2000");
         scene.policy().retry.throttled.max_time = absl::Seconds(1);
       }},
      {StopReason::kContentionTimeExhausted,
       [](Scene& scene) {
         FailWithContention(scene);
         scene.policy().retry.contention.max_time = absl::Nanoseconds(1);
       }},
      {StopReason::kNotEnoughTime,
       [](Scene& scene) {
         scene.policy().retry.backoff.initial = absl::Hours(1);
         scene.policy().retry.backoff.max = absl::Hours(1);
         scene.step = scene.step.WithPushback("3600000");
         scene.policy().retry.max_pushback = absl::Hours(2);
       }},
      {StopReason::kNoConnection,
       [](Scene& scene) {
         scene.without_server = true;
         scene.policy().retry.max_connection_wait = absl::Milliseconds(120);
       }},
      {StopReason::kConnectTimeout,
       [](Scene& scene) {
         scene.silent_server = true;
         scene.policy().deadline.connect_timeout = absl::Milliseconds(50);
       }},
      {StopReason::kRetryBreakerOpen,
       [](Scene& scene) {
         scene.options.policy.retry_breaker.enabled = true;
         scene.calls = 3;
       }},
      {StopReason::kProcessBudgetExhausted,
       [](Scene& scene) {
         ProcessBudgetOptions budget;
         budget.capacity = 1;
         budget.timeout_cost = 1;
         budget.throttled_cost = 1;
         budget.deposit = 0;
         budget.refill_limit = 0;
         scene.options.policy.process_budget = budget;
         scene.calls = 2;
       }},
      {StopReason::kObserveOnly,
       [](Scene& scene) { scene.policy().mode = Mode::kObserve; }},
  };
  return rows;
}

class SuppressedCallsTest : public ::testing::TestWithParam<Row> {};

INSTANTIATE_TEST_SUITE_P(Reasons, SuppressedCallsTest,
                         ::testing::ValuesIn(Rows()), [](const auto& each) {
                           return std::string(ToString(each.param.reason));
                         });

TEST_P(SuppressedCallsTest, ReasonIsOnTheSpansAndInTheMetric) {
  Scene scene;
  GetParam().set(scene);
  ScriptedServer server;
  server.Otherwise(scene.step);
  const ReservedPort unused_port;
  const SilentListener silent(SilentListener::Step::kData);
  SpanRecorder spans;
  MetricRecorder metrics;
  TelemetryOptions telemetry;
  telemetry.tracing.provider = spans.provider();
  telemetry.metering.provider = metrics.provider();
  scene.options.telemetry = OpenTelemetry(telemetry);
  std::string address = server.address();
  if (scene.without_server) address = unused_port.address();
  if (scene.silent_server) address = silent.address();
  const auto channel = NewBatonChannel(address, scene.options);
  for (int i = 0; i < scene.calls; ++i) {
    EXPECT_FALSE(MakeUnaryCall(UnaryForm::kSync, channel, NewContext(kPatience),
                               RequestOf("x"))
                     .status.ok());
  }
  const std::string word(ToString(GetParam().reason));
  // A call's span ends after the spans of its attempts.
  const auto all = spans.All();
  ASSERT_GE(all.size(), 2U);
  const RecordedSpan& call = all.back();
  EXPECT_THAT(call, AllOf(IsARoot(), Has("retry.stop_reason", word.c_str()),
                          Has("retry.suppressed", true),
                          IsDescribedAs(scene.code + ", " + word)));
  const RecordedSpan& last = all[all.size() - 2];
  EXPECT_THAT(last, AllOf(IsBelow(call), HasFailedWith(scene.code.c_str())));
  if (GetParam().reason == StopReason::kNoConnection) {
    // A retry was planned, and the wait for it ended.
    EXPECT_THAT(last, AllOf(Has("retry.decision", "retry"),
                            Has("retry.wait_cause", "connection")));
  } else {
    EXPECT_THAT(last, AllOf(Has("retry.decision", "stop"),
                            Has("retry.stop_reason", word.c_str())));
  }
  EXPECT_THAT(metrics.Sum("retry.suppressed", {{"retry.stop_reason", word}}),
              Ge(1));
}

TEST(SuppressedCallsTableTest, HasARowForEachReasonOfUnaryCalls) {
  std::set<StopReason> rows;
  for (const Row& row : Rows()) rows.insert(row.reason);
  for (const StopReason reason : kAllStopReasons) {
    // Unary calls never end with these three reasons.
    if (reason == StopReason::kCommitted ||
        reason == StopReason::kFirstAnswerTimeout ||
        reason == StopReason::kReplayBufferFull) {
      continue;
    }
    // These reasons suppress hedges and second attempts beside late ones. They
    // never end a call.
    if (reason == StopReason::kHedgeLoadLimit ||
        reason == StopReason::kNotOvertaken ||
        reason == StopReason::kTargetKeepsCancelledWork) {
      continue;
    }
    EXPECT_EQ(rows.count(reason) == 1, IsSuppression(reason))
        << ToString(reason);
  }
}

}  // namespace
}  // namespace baton
