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
using Reason = RetryAdvice::Reason;

TEST(ObjectionOfTest, EachStopReasonMapsToAnAdviceReason) {
  for (const StopReason reason : kAllStopReasons) {
    std::optional<Reason> expected;
    switch (reason) {
      case StopReason::kGrantExhausted:
      case StopReason::kAttemptsExhausted:
      case StopReason::kThrottledAttemptsExhausted:
      case StopReason::kContentionAttemptsExhausted:
      case StopReason::kThrottledTimeExhausted:
      case StopReason::kContentionTimeExhausted:
        expected = Reason::kExhausted;
        break;
      case StopReason::kRetryBreakerOpen:
      case StopReason::kProcessBudgetExhausted:
        expected = Reason::kOverload;
        break;
      default:
        break;
    }
    EXPECT_EQ(ObjectionOf(reason, Unavailable()), expected) << ToString(reason);
  }
}

TEST(ObjectionOfTest, NoFromACalleeKeepsItsReason) {
  struct Row {
    Reason said;
    Reason passed_on;
  };
  constexpr Row kRows[] = {
      {Reason::kUnspecified, Reason::kUnspecified},
      {Reason::kOverload, Reason::kOverload},
      {Reason::kExhausted, Reason::kExhausted},
      {Reason::kGrant, Reason::kGrant},
      {Reason::kThrottled, Reason::kThrottled},
      {Reason::kExpired, Reason::kExpired},
      {Reason::kAmbiguous, Reason::kAmbiguous},
      {Reason::kApp, Reason::kApp},
      {Reason::kMalformed, Reason::kUnspecified},
  };
  for (const Row& row : kRows) {
    EXPECT_EQ(ObjectionOf(StopReason::kServerAdvice,
                          Unavailable().WithAdvice(Verdict::kNo, row.said)),
              row.passed_on)
        << ToString(row.said);
  }
  EXPECT_EQ(ObjectionOf(StopReason::kServerPushback,
                        Unavailable().WithPushbackNever()),
            Reason::kUnspecified);
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
  ResponseFacts response;
  std::string advice;  // empty: none

  friend std::ostream& operator<<(std::ostream& out, const Row& row) {
    return out << row.name;
  }
};

template <typename Change>
Row When(const char* name, Change change, const char* advice) {
  Row row{name, {}, advice};
  row.response.code = absl::StatusCode::kUnavailable;
  row.response.used = 1;
  row.response.sender_participates = true;
  change(row.response);
  return row;
}

void SayAfter(ResponseFacts& response) {
  response.from_application.verdict = Verdict::kAfter;
  response.from_application.delay = absl::Milliseconds(5);
}

TEST(AdviseOnTest, FirstMatchingRuleDecidesTheAdvice) {
  const Row rows[] = {
      When(
          "failure", [](ResponseFacts&) {}, "r=ok,u=1"),
      When(
          "use unknown", [](ResponseFacts& a) { a.used.reset(); }, "r=ok"),
      When(
          "unaware", [](ResponseFacts& a) { a.sender_participates = false; },
          ""),
      When(
          "retries", [](ResponseFacts& a) { a.too_many_retries = true; },
          "r=no,w=overload,u=1,s=server"),
      When(
          "retries, unaware",
          [](ResponseFacts& a) {
            a.too_many_retries = true;
            a.sender_participates = false;
          },
          "r=no,w=overload,u=1,s=server"),
      When(
          "objection before retries",
          [](ResponseFacts& a) {
            a.too_many_retries = true;
            a.objection = Reason::kExhausted;
          },
          "r=no,w=exhausted,u=1"),
      When(
          "application before objection",
          [](ResponseFacts& a) {
            a.objection = Reason::kExhausted;
            SayAfter(a);
          },
          "r=after,ms=5,u=1"),
      When(
          "unknown outcome is no objection",
          [](ResponseFacts& a) { a.outcome_unknown = true; },
          "r=ok,w=ambiguous,u=1"),
      When(
          "objection before unknown outcome",
          [](ResponseFacts& a) {
            a.outcome_unknown = true;
            a.objection = Reason::kExhausted;
          },
          "r=no,w=exhausted,u=1"),
      When(
          "unknown outcome, unaware",
          [](ResponseFacts& a) {
            a.outcome_unknown = true;
            a.sender_participates = false;
          },
          ""),
      When(
          "unknown outcome, success",
          [](ResponseFacts& a) {
            a.code = absl::StatusCode::kOk;
            a.outcome_unknown = true;
          },
          "r=ok,u=1"),
      When(
          "refusal before application",
          [](ResponseFacts& a) {
            SayAfter(a);
            a.rejection = RequestRejection::kExpired;
          },
          "r=no,w=expired,u=1"),
      When(
          "too_little_time",
          [](ResponseFacts& a) {
            a.rejection = RequestRejection::kTooLittleTime;
          },
          "r=no,w=expired,u=1"),
      When(
          "success is not advised against",
          [](ResponseFacts& a) {
            a.code = absl::StatusCode::kOk;
            a.rejection = RequestRejection::kExpired;
            a.objection = Reason::kOverload;
            a.too_many_retries = true;
            SayAfter(a);
          },
          "r=ok,u=1"),
      When(
          "success, unaware",
          [](ResponseFacts& a) {
            a.code = absl::StatusCode::kOk;
            a.sender_participates = false;
            SayAfter(a);
          },
          ""),
  };
  for (const Row& row : rows) {
    const std::optional<RetryAdvice> advice = AdviseOn(row.response);
    char buffer[kRetryAdviceBytes];
    EXPECT_EQ(advice.has_value()
                  ? std::string(EncodeRetryAdvice(*advice, buffer))
                  : "",
              row.advice)
        << row;
  }
}

TEST(AdviseOnTest, EveryResponseToAParticipantStatesTheCapability) {
  for (const absl::StatusCode code :
       {absl::StatusCode::kOk, absl::StatusCode::kUnavailable}) {
    for (const RequestRejection rejection :
         {RequestRejection::kNone, RequestRejection::kExpired}) {
      ResponseFacts response;
      response.code = code;
      response.rejection = rejection;
      response.sender_participates = true;
      ASSERT_TRUE(AdviseOn(response).has_value());
      EXPECT_FALSE(AdviseOn(response)->drops_cancelled_work);
      response.drops_cancelled_work = true;
      ASSERT_TRUE(AdviseOn(response).has_value());
      EXPECT_TRUE(AdviseOn(response)->drops_cancelled_work);
    }
  }
}

TEST(AdviseOnTest, OtherSendersGetNoCapability) {
  ResponseFacts response;
  response.drops_cancelled_work = true;
  EXPECT_FALSE(AdviseOn(response).has_value());
  response.code = absl::StatusCode::kUnavailable;
  response.too_many_retries = true;
  ASSERT_TRUE(AdviseOn(response).has_value());
  EXPECT_FALSE(AdviseOn(response)->drops_cancelled_work);
}

TEST(AdviseOnTest, UntrustedSenderLearnsNoInnerState) {
  ResponseFacts response;
  response.code = absl::StatusCode::kUnavailable;
  response.sender_is_trusted = false;
  response.used = 2;
  response.drops_cancelled_work = true;
  EXPECT_FALSE(AdviseOn(response).has_value());
  response.objection = Reason::kExhausted;
  char buffer[kRetryAdviceBytes];
  EXPECT_EQ(EncodeRetryAdvice(*AdviseOn(response), buffer), "r=no");
  response.objection.reset();
  response.too_many_retries = true;
  EXPECT_EQ(EncodeRetryAdvice(*AdviseOn(response), buffer), "r=no,s=server");
  // Without the reason, the advice would state that nothing was processed.
  response.from_application.verdict = RetryAdvice::Verdict::kAfter;
  response.from_application.reason = Reason::kAmbiguous;
  EXPECT_EQ(EncodeRetryAdvice(*AdviseOn(response), buffer),
            "r=after,ms=0,w=ambiguous");
}

TEST(ObjectionOfTest, AdviceAboutOneServerIsRelayedOnlyIfItEndedTheCall) {
  AttemptOutcome last;
  last.code = absl::StatusCode::kUnavailable;
  last.advice.emplace();
  last.advice->verdict = RetryAdvice::Verdict::kNo;
  last.advice->reason = Reason::kOverload;
  last.advice->scope = RetryAdvice::Scope::kServer;
  EXPECT_EQ(ObjectionOf(StopReason::kServerAdvice, last), Reason::kOverload);
  EXPECT_EQ(ObjectionOf(StopReason::kNoGrant, last), std::nullopt);
  EXPECT_EQ(ObjectionOf(StopReason::kAttemptsExhausted, last),
            Reason::kExhausted);
  for (const auto wide :
       {RetryAdvice::Scope::kRequest, RetryAdvice::Scope::kService}) {
    last.advice->scope = wide;
    EXPECT_EQ(ObjectionOf(StopReason::kNoGrant, last), Reason::kOverload);
  }
}

TEST(AdviseOnTest, CancelledRequestHasNoVerdict) {
  ResponseFacts response;
  response.code = absl::StatusCode::kCancelled;
  response.rejection = RequestRejection::kCancelled;
  response.too_many_retries = true;
  EXPECT_FALSE(AdviseOn(response).has_value());
}

}  // namespace
}  // namespace baton::core
