// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/call_report.h"

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/attempt_outcome.h"
#include "baton/core/policy/deadline_policy.h"
#include "baton/decision.h"
#include "baton/policy/idempotency.h"
#include "baton/policy/method_policy.h"
#include "baton/policy/owner.h"
#include "baton/retry_budget_header.h"
#include "baton/stop_reason.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

using absl::StatusCode;
using Kind = RetryBudgetHeader::Kind;

AttemptReport First(StatusCode code, absl::Duration lasted) {
  AttemptReport attempt;
  attempt.code = code;
  attempt.lasted = lasted;
  return attempt;
}

AttemptReport Retry(StatusCode code, absl::Duration at, absl::Duration waited,
                    WaitCause cause, absl::Duration lasted) {
  AttemptReport attempt = First(code, lasted);
  attempt.kind = Kind::kRetry;
  attempt.started_after = at;
  attempt.waited = waited;
  attempt.wait_cause = cause;
  return attempt;
}

// A call with a timeout of a second and a grant of two.
CallReport Get() {
  CallReport report;
  report.method = "/shop.v1.Inventory/Get";
  report.target = "dns:///inventory:443";
  report.timeout = absl::Seconds(1);
  report.deadline_source = DeadlineSource::kCall;
  report.grant = 2;
  return report;
}

CallReport Exhausted() {
  CallReport report = Get();
  report.code = StatusCode::kUnavailable;
  report.stop_reason = StopReason::kGrantExhausted;
  report.lasted = absl::Milliseconds(52);
  report.grant_used = 2;
  report.attempts = {
      First(StatusCode::kUnavailable, absl::Milliseconds(4)),
      Retry(StatusCode::kUnavailable, absl::Milliseconds(22),
            absl::Milliseconds(18), WaitCause::kBackoff, absl::Milliseconds(5)),
      Retry(StatusCode::kUnavailable, absl::Milliseconds(47),
            absl::Milliseconds(20), WaitCause::kBackoff,
            absl::Milliseconds(5))};
  return report;
}

TEST(CallReportTest, ShowsSuccessAtTheFirstAttempt) {
  CallReport report = Get();
  report.lasted = absl::Microseconds(1'234);
  report.attempts = {First(StatusCode::kOk, absl::Microseconds(1'190))};
  EXPECT_EQ(OneLine(report),
            "/shop.v1.Inventory/Get OK after 1 attempt in 1.2ms: succeeded "
            "[OK 1.2ms] grant 0/2 keep hop 0 timeout 1s call");
  EXPECT_EQ(MultiLine(report),
            "/shop.v1.Inventory/Get at dns:///inventory:443\n"
            "  OK after 1 attempt in 1.2ms\n"
            "  #1 first at 0: OK from server after 1.2ms, forwarded 0\n"
            "  grant 2, used 0, owner keep, hop 0\n"
            "  timeout 1s from call\n");
}

TEST(CallReportTest, NamesTheWaitThatDidNotFit) {
  CallReport report = Get();
  report.lasted = absl::Milliseconds(1);
  report.code = StatusCode::kUnavailable;
  report.stop_reason = StopReason::kNotEnoughTime;
  report.needed_wait = absl::Milliseconds(700);
  report.needed_wait_cause = WaitCause::kRetryInfo;
  report.attempts = {First(StatusCode::kUnavailable, absl::Milliseconds(1))};
  EXPECT_EQ(OneLine(report),
            "/shop.v1.Inventory/Get UNAVAILABLE after 1 attempt in 1ms: "
            "not_enough_time [UNAVAILABLE 1ms] grant 0/2 keep hop 0 timeout 1s "
            "call, no time for retry_info 700ms");
}

TEST(CallReportTest, ShowsSuccessAfterRetries) {
  CallReport report = Get();
  report.lasted = absl::Milliseconds(135);
  report.grant_used = 2;
  report.hop = 1;
  report.deadline_source = DeadlineSource::kInherited;
  report.attempts = {
      First(StatusCode::kUnavailable, absl::Milliseconds(4)),
      Retry(StatusCode::kUnavailable, absl::Milliseconds(22),
            absl::Milliseconds(18), WaitCause::kBackoff, absl::Milliseconds(5)),
      Retry(StatusCode::kOk, absl::Milliseconds(129), absl::Milliseconds(102),
            WaitCause::kPushback, absl::Milliseconds(6))};
  report.attempts[0].origin = AttemptOrigin::kUnconfirmed;
  EXPECT_EQ(OneLine(report),
            "/shop.v1.Inventory/Get OK after 3 attempts in 135ms: succeeded "
            "[UNAVAILABLE 4ms, backoff 18ms, UNAVAILABLE 5ms, pushback 102ms, "
            "OK 6ms] grant 2/2 keep hop 1 timeout 1s inherited");
  EXPECT_EQ(
      MultiLine(report),
      "/shop.v1.Inventory/Get at dns:///inventory:443\n"
      "  OK after 3 attempts in 135ms\n"
      "  #1 first at 0: UNAVAILABLE from unconfirmed after 4ms, forwarded 0\n"
      "  #2 retry at 22ms (waited 18ms, backoff): UNAVAILABLE from server "
      "after 5ms, forwarded 0\n"
      "  #3 retry at 129ms (waited 102ms, pushback): OK from server after "
      "6ms, forwarded 0\n"
      "  grant 2, used 2, owner keep, hop 1\n"
      "  timeout 1s from inherited\n");
}

TEST(CallReportTest, ShowsTheFailureOfAnAttemptWithoutLineBreaks) {
  CallReport report = Exhausted();
  auto failure = std::make_shared<AttemptFailure>();
  failure->message = "one\n\"two\"";
  report.attempts[0].failure = failure;
  failure = std::make_shared<AttemptFailure>();
  failure->reason = "BUSY";
  failure->domain = "shop.example.com";
  failure->request_id = "7\xff";
  report.attempts[1].failure = failure;
  const std::string text = MultiLine(report);
  EXPECT_THAT(text, ::testing::HasSubstr(
                        "forwarded 0, message \"one\\n\\\"two\\\"\"\n"));
  EXPECT_THAT(text, ::testing::HasSubstr(
                        "forwarded 0, reason BUSY of shop.example.com, "
                        "request id 7\\xff\n"));
}

TEST(CallReportTest, ReportKeepsReadableUtf8OfAServer) {
  CallReport report = Exhausted();
  auto failure = std::make_shared<AttemptFailure>();
  failure->message =
      "Gr\xc3\xbc\xc3\x9f"
      "e\x1b[31m\xff";
  failure->reason = "\xe2\x80\xa8";
  report.attempts[0].failure = failure;
  const std::string text = MultiLine(report);
  EXPECT_THAT(text, ::testing::HasSubstr("reason \\xe2\\x80\\xa8, message "
                                         "\"Gr\xc3\xbc\xc3\x9f"
                                         "e\\x1b[31m"
                                         "\\xff\"\n"));
}

TEST(CallReportTest, ShowsAnExhaustedGrant) {
  EXPECT_EQ(OneLine(Exhausted()),
            "/shop.v1.Inventory/Get UNAVAILABLE after 3 attempts in 52ms: "
            "grant_exhausted [UNAVAILABLE 4ms, backoff 18ms, UNAVAILABLE 5ms, "
            "backoff 20ms, UNAVAILABLE 5ms] grant 2/2 keep hop 0 timeout 1s "
            "call");
  EXPECT_EQ(
      MultiLine(Exhausted()),
      "/shop.v1.Inventory/Get at dns:///inventory:443\n"
      "  UNAVAILABLE after 3 attempts in 52ms, no retry: grant_exhausted\n"
      "  #1 first at 0: UNAVAILABLE from server after 4ms, forwarded 0\n"
      "  #2 retry at 22ms (waited 18ms, backoff): UNAVAILABLE from server "
      "after 5ms, forwarded 0\n"
      "  #3 retry at 47ms (waited 20ms, backoff): UNAVAILABLE from server "
      "after 5ms, forwarded 0\n"
      "  grant 2, used 2, owner keep, hop 0\n"
      "  timeout 1s from call\n");
}

TEST(CallReportTest, ShowsAFirstAttemptOnAFallback) {
  CallReport report = Get();
  report.attempts = {First(StatusCode::kOk, absl::Milliseconds(8))};
  report.attempts[0].fallback = 1;
  report.primary_skipped = true;
  EXPECT_THAT(OneLine(report), ::testing::HasSubstr("[fallback 1 OK 8ms]"));
  EXPECT_THAT(OneLine(report), ::testing::HasSubstr(", primary unconnected"));
  EXPECT_THAT(MultiLine(report),
              ::testing::HasSubstr("\n  primary unconnected\n"));
}

TEST(CallReportTest, ShowsAnUnknownOutcome) {
  CallReport report = Get();
  report.method = "/shop.v1.Orders/Place";
  report.code = StatusCode::kUnavailable;
  report.stop_reason = StopReason::kNotIdempotent;
  report.outcome_unknown = true;
  report.lasted = absl::Milliseconds(8);
  report.deadline_source = DeadlineSource::kDefault;
  report.deadline_missing = true;
  report.timeout = absl::Seconds(30);
  report.attempts = {First(StatusCode::kUnavailable, absl::Milliseconds(8))};
  report.attempts[0].origin = AttemptOrigin::kUnconfirmed;
  EXPECT_EQ(OneLine(report),
            "/shop.v1.Orders/Place UNAVAILABLE after 1 attempt in 8ms: "
            "not_idempotent [UNAVAILABLE 8ms] grant 0/2 keep hop 0 timeout "
            "30s default, outcome unknown, deadline missing, idempotency "
            "unknown");
  EXPECT_EQ(
      MultiLine(report),
      "/shop.v1.Orders/Place at dns:///inventory:443\n"
      "  UNAVAILABLE after 1 attempt in 8ms, no retry: not_idempotent\n"
      "  #1 first at 0: UNAVAILABLE from unconfirmed after 8ms, forwarded 0\n"
      "  grant 2, used 0, owner keep, hop 0\n"
      "  timeout 30s from default\n"
      "  outcome unknown\n"
      "  deadline missing\n"
      "  idempotency unknown\n");
}

TEST(CallReportTest, ShowsObserveOnly) {
  CallReport report = Get();
  report.mode = Mode::kObserve;
  report.code = StatusCode::kUnavailable;
  report.stop_reason = StopReason::kObserveOnly;
  report.lasted = absl::Milliseconds(4);
  report.timeout = absl::InfiniteDuration();
  report.deadline_source = DeadlineSource::kNone;
  report.attempts = {First(StatusCode::kUnavailable, absl::Milliseconds(4))};
  EXPECT_EQ(OneLine(report),
            "/shop.v1.Inventory/Get UNAVAILABLE after 1 attempt in 4ms: "
            "observe_only [UNAVAILABLE 4ms] grant 0/2 keep hop 0 timeout inf "
            "none, observe only");
  EXPECT_EQ(MultiLine(report),
            "/shop.v1.Inventory/Get at dns:///inventory:443\n"
            "  UNAVAILABLE after 1 attempt in 4ms, no retry: observe_only\n"
            "  #1 first at 0: UNAVAILABLE from server after 4ms, forwarded 0\n"
            "  grant 2, used 0, owner keep, hop 0\n"
            "  timeout inf from none\n"
            "  observe only\n");
}

TEST(CallReportTest, ShowsAHedge) {
  CallReport report = Get();
  report.lasted = absl::Milliseconds(31);
  report.grant_used = 1;
  AttemptReport hedge = First(StatusCode::kOk, absl::Milliseconds(11));
  hedge.kind = Kind::kHedge;
  hedge.started_after = absl::Milliseconds(20);
  report.attempts = {First(StatusCode::kCancelled, absl::Milliseconds(31)),
                     hedge};
  report.attempts[0].origin = AttemptOrigin::kCancelled;
  EXPECT_EQ(OneLine(report),
            "/shop.v1.Inventory/Get OK after 2 attempts in 31ms: succeeded "
            "[CANCELLED 31ms, hedge OK 11ms] grant 1/2 keep hop 0 timeout 1s "
            "call");
  EXPECT_EQ(
      MultiLine(report),
      "/shop.v1.Inventory/Get at dns:///inventory:443\n"
      "  OK after 2 attempts in 31ms\n"
      "  #1 first at 0: CANCELLED from cancelled after 31ms, forwarded 0\n"
      "  #2 hedge at 20ms: OK from server after 11ms, forwarded 0\n"
      "  grant 2, used 1, owner keep, hop 0\n"
      "  timeout 1s from call\n");
}

TEST(CallReportTest, ShowsTheFallbackChannel) {
  CallReport report = Get();
  report.lasted = absl::Milliseconds(60);
  AttemptReport hedge = First(StatusCode::kUnavailable, absl::Milliseconds(3));
  hedge.kind = Kind::kHedge;
  hedge.fallback = 1;
  AttemptReport last =
      Retry(StatusCode::kOk, absl::Milliseconds(49), absl::Milliseconds(18),
            WaitCause::kBackoff, absl::Milliseconds(11));
  last.fallback = 2;
  report.attempts = {First(StatusCode::kUnavailable, absl::Milliseconds(31)),
                     hedge, last};
  EXPECT_EQ(OneLine(report),
            "/shop.v1.Inventory/Get OK after 3 attempts in 60ms: succeeded "
            "[UNAVAILABLE 31ms, hedge fallback 1 UNAVAILABLE 3ms, backoff "
            "18ms, fallback 2 OK 11ms] grant 0/2 keep hop 0 timeout 1s call");
  EXPECT_THAT(MultiLine(report),
              ::testing::HasSubstr(
                  "  #3 retry at 49ms (waited 18ms, backoff) to fallback 2: OK "
                  "from server after 11ms, forwarded 0\n"));
}

TEST(CallReportTest, ShowsTheUseOfADelegatedGrant) {
  CallReport report = Get();
  report.owner = OwnerMode::kDelegate;
  report.attempts = {First(StatusCode::kOk, absl::Milliseconds(1)),
                     First(StatusCode::kOk, absl::Milliseconds(1))};
  report.attempts[0].forwarded_grant = 2;
  report.attempts[0].grant_used_by_callee = 1;
  report.attempts[1].forwarded_grant = 1;
  const std::string text = MultiLine(report);
  EXPECT_NE(text.find("#1 first at 0: OK from server after 1ms, forwarded 2, "
                      "used by callee 1\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("forwarded 1, used by callee not reported\n"),
            std::string::npos)
      << text;
  EXPECT_NE(OneLine(report).find(" delegate "), std::string::npos);
}

TEST(CallReportTest, EveryTimeIsRoundedToATenthOfAMillisecond) {
  CallReport report = Get();
  report.timeout = absl::Nanoseconds(999'950'000);
  report.lasted = absl::Nanoseconds(1'049'999);
  report.deadline_capped = true;
  report.attempts = {First(StatusCode::kOk, absl::Nanoseconds(1'050'000))};
  EXPECT_EQ(OneLine(report),
            "/shop.v1.Inventory/Get OK after 1 attempt in 1ms: succeeded "
            "[OK 1.1ms] grant 0/2 keep hop 0 timeout 1s call, deadline "
            "capped");
}

TEST(CallReportTest, ShowsAStallOfTheClientAndTheTrace) {
  CallReport report = Exhausted();
  report.stalled = absl::Milliseconds(40);
  report.trace_id = "4bf92f3577b34da6a3ce929d0e0e4736";
  EXPECT_THAT(OneLine(report), ::testing::EndsWith(", process stalled 40ms"));
  EXPECT_THAT(
      MultiLine(report),
      ::testing::EndsWith(
          "\n  process stalled 40ms\n"
          "  This process ran nothing in that time. Look at this client "
          "before you blame the server.\n"
          "  trace 4bf92f3577b34da6a3ce929d0e0e4736\n"));
  EXPECT_THAT(MultiLine(Exhausted()),
              ::testing::Not(::testing::HasSubstr("stalled")));
}

TEST(CallReportTest, UnsentCallHasAnEmptyList) {
  CallReport report = Get();
  report.code = StatusCode::kDeadlineExceeded;
  report.stop_reason = StopReason::kNotEnoughTime;
  EXPECT_EQ(OneLine(report),
            "/shop.v1.Inventory/Get DEADLINE_EXCEEDED after 0 attempts in 0: "
            "not_enough_time [] grant 0/2 keep hop 0 timeout 1s call");
}

TEST(CallReportTest, ShowsAWaitWithoutAnAttempt) {
  CallReport report = Get();
  report.code = StatusCode::kCancelled;
  report.stop_reason = StopReason::kCancelled;
  report.attempts = {First(StatusCode::kUnavailable, absl::Milliseconds(4))};
  report.lasted = absl::Milliseconds(7);
  report.last_wait_cause = WaitCause::kConnection;
  report.last_wait = absl::Milliseconds(3);
  EXPECT_THAT(OneLine(report),
              ::testing::HasSubstr("[UNAVAILABLE 4ms, connection 3ms]"));
  EXPECT_THAT(MultiLine(report),
              ::testing::HasSubstr(
                  "\n  ended after another wait of 3ms, connection\n"));
}

TEST(CallReportTest, NamesBreakNoLineAndArePrintable) {
  CallReport report = Get();
  report.method = "/a\xff\n/Get\x1b";
  report.target = "dns:///a\nb";
  EXPECT_THAT(OneLine(report),
              ::testing::StartsWith(R"(/a\xff\n/Get\x1b OK after)"));
  EXPECT_THAT(MultiLine(report),
              ::testing::StartsWith(R"(/a\xff\n/Get\x1b at dns:///a\nb)"));
}

}  // namespace
}  // namespace baton::core
