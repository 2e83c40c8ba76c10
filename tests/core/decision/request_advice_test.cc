// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/request_advice.h"

#include <optional>
#include <ostream>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/attempt_outcome.h"
#include "baton/core/wire/retry_advice_codec.h"
#include "baton/request_report.h"
#include "baton/retry_advice.h"
#include "baton/stop_reason.h"
#include "gtest/gtest.h"
#include "tests/support/outcomes.h"

namespace baton::core {
namespace {

using support::Unavailable;
using Verdict = RetryAdvice::Verdict;
using Why = RetryAdvice::Why;

TEST(ObjectionOfTest, EachStopReasonMapsToAnAdviceReason) {
  for (const StopReason reason : kAllStopReasons) {
    std::optional<Why> expected;
    switch (reason) {
      case StopReason::kGrantSpent:
      case StopReason::kAttemptsExhausted:
        expected = Why::kExhausted;
        break;
      case StopReason::kTargetUnhealthy:
      case StopReason::kProcessBudget:
        expected = Why::kOverload;
        break;
      default:
        break;
    }
    EXPECT_EQ(ObjectionOf(reason, Unavailable()), expected) << ToString(reason);
  }
}

TEST(ObjectionOfTest, NoFromACalleeKeepsItsReason) {
  struct Row {
    Why said;
    Why passed_on;
  };
  constexpr Row kRows[] = {
      {Why::kUnsaid, Why::kUnsaid},       {Why::kOverload, Why::kOverload},
      {Why::kExhausted, Why::kExhausted}, {Why::kGrant, Why::kGrant},
      {Why::kThrottled, Why::kThrottled}, {Why::kExpired, Why::kExpired},
      {Why::kAmbiguous, Why::kAmbiguous}, {Why::kApp, Why::kApp},
      {Why::kMalformed, Why::kUnsaid},
  };
  for (const Row& row : kRows) {
    EXPECT_EQ(ObjectionOf(StopReason::kServerAdvice,
                          Unavailable().WithAdvice(Verdict::kNo, row.said)),
              row.passed_on)
        << ToString(row.said);
  }
  EXPECT_EQ(
      ObjectionOf(StopReason::kPushback, Unavailable().WithPushbackNever()),
      Why::kUnsaid);
}

TEST(ObjectionOfTest, SuccessIsNoObjection) {
  EXPECT_EQ(ObjectionOf(StopReason::kSucceeded,
                        Unavailable().WithAdvice(Verdict::kNo)),
            std::nullopt);
}

// The input of the advice for a response. By default a request with a header
// failed, and its calls used one extra attempt.
struct Row {
  std::string name;
  RequestAnswer answer;
  std::string advice;  // empty: none

  friend std::ostream& operator<<(std::ostream& out, const Row& row) {
    return out << row.name;
  }
};

template <typename Change>
Row When(const char* name, Change change, const char* advice) {
  Row row{name, {}, advice};
  row.answer.code = absl::StatusCode::kUnavailable;
  row.answer.used = 1;
  row.answer.sender_takes_part = true;
  change(row.answer);
  return row;
}

void SayAfter(RequestAnswer& answer) {
  answer.from_application.verdict = Verdict::kAfter;
  answer.from_application.delay = absl::Milliseconds(5);
}

TEST(AdviseOnTest, FirstMatchingRuleDecidesTheAdvice) {
  const Row rows[] = {
      When(
          "failure", [](RequestAnswer&) {}, "r=ok,u=1"),
      When(
          "use unknown", [](RequestAnswer& a) { a.used.reset(); }, "r=ok"),
      When(
          "unaware", [](RequestAnswer& a) { a.sender_takes_part = false; }, ""),
      When(
          "retries", [](RequestAnswer& a) { a.too_many_retries = true; },
          "r=no,w=overload,u=1"),
      When(
          "retries, unaware",
          [](RequestAnswer& a) {
            a.too_many_retries = true;
            a.sender_takes_part = false;
          },
          "r=no,w=overload,u=1"),
      When(
          "objection before retries",
          [](RequestAnswer& a) {
            a.too_many_retries = true;
            a.objection = Why::kExhausted;
          },
          "r=no,w=exhausted,u=1"),
      When(
          "application before objection",
          [](RequestAnswer& a) {
            a.objection = Why::kExhausted;
            SayAfter(a);
          },
          "r=after,ms=5,u=1"),
      When(
          "refusal before application",
          [](RequestAnswer& a) {
            SayAfter(a);
            a.refusal = RequestRefusal::kExpired;
          },
          "r=no,w=expired,u=1"),
      When(
          "hopeless",
          [](RequestAnswer& a) { a.refusal = RequestRefusal::kHopeless; },
          "r=no,w=expired,u=1"),
      When(
          "success is not advised against",
          [](RequestAnswer& a) {
            a.code = absl::StatusCode::kOk;
            a.refusal = RequestRefusal::kExpired;
            a.objection = Why::kOverload;
            a.too_many_retries = true;
            SayAfter(a);
          },
          "r=ok,u=1"),
      When(
          "success, unaware",
          [](RequestAnswer& a) {
            a.code = absl::StatusCode::kOk;
            a.sender_takes_part = false;
            SayAfter(a);
          },
          ""),
  };
  for (const Row& row : rows) {
    const std::optional<RetryAdvice> advice = AdviseOn(row.answer);
    char buffer[kRetryAdviceBytes];
    EXPECT_EQ(advice.has_value()
                  ? std::string(EncodeRetryAdvice(*advice, buffer))
                  : "",
              row.advice)
        << row;
  }
}

}  // namespace
}  // namespace baton::core
