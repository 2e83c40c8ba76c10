// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/status_classifier.h"

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/attempt_outcome.h"
#include "baton/classifier.h"
#include "baton/retry_advice.h"
#include "gtest/gtest.h"
#include "tests/support/all_codes.h"
#include "tests/support/outcomes.h"

namespace baton::core {
namespace {

using absl::StatusCode;
using support::Ended;
using support::NeverConnected;
using support::ServerSays;
using support::Unavailable;
using Verdict = RetryAdvice::Verdict;
using Reason = RetryAdvice::Reason;

constexpr absl::Duration kWait = absl::Milliseconds(10);

OutcomeClass Classify(const AttemptOutcome& outcome,
                      const ClassifierOptions& options = {}) {
  return StatusClassifier(options).Classify(outcome);
}

// Retries any code but OK.
ClassifierOptions Eager() {
  ClassifierOptions options;
  for (const StatusCode code : support::kAllCodes) {
    if (code != StatusCode::kOk) options.retryable_codes.Add(code);
  }
  return options;
}

TEST(StatusClassifierTest, OnlyUnavailableFromAServerIsTransient) {
  for (const StatusCode code : support::kAllCodes) {
    const OutcomeClass expected =
        code == StatusCode::kOk            ? OutcomeClass::kSuccess
        : code == StatusCode::kUnavailable ? OutcomeClass::kTransient
                                           : OutcomeClass::kPermanent;
    EXPECT_EQ(Classify(ServerSays(code)), expected) << code;
  }
}

TEST(StatusClassifierTest, OptionsSelectTheRetryableCodes) {
  const ClassifierOptions options = Eager();
  for (const StatusCode code : support::kAllCodes) {
    const OutcomeClass expected =
        code == StatusCode::kOk                  ? OutcomeClass::kSuccess
        : code == StatusCode::kResourceExhausted ? OutcomeClass::kThrottled
        : code == StatusCode::kDeadlineExceeded  ? OutcomeClass::kTimeout
        : code == StatusCode::kAborted           ? OutcomeClass::kContention
                                                 : OutcomeClass::kTransient;
    EXPECT_EQ(Classify(ServerSays(code), options), expected) << code;
  }
}

// Each outcome matches a row of the table in the header and also later rows.
// The earlier row must win.
TEST(StatusClassifierTest, FirstMatchingRuleWins) {
  ClassifierOptions options;
  options.retryable_codes.Add(StatusCode::kAborted);
  options.rules = {{"STORM", OutcomeClass::kThrottled},
                   {"BUSY", OutcomeClass::kTransient},
                   {"BUSY", OutcomeClass::kPermanent},
                   {"CONFLICT", OutcomeClass::kContention}};
  const struct {
    absl::string_view row;
    AttemptOutcome outcome;
    OutcomeClass expected;
  } kRows[] = {
      {"OK, although a reason and a pushback came along",
       support::Ok().WithReason("STORM").WithPushback(kWait),
       OutcomeClass::kSuccess},
      {"cancelled by the application, although it has a reason",
       support::CancelledByCaller().WithReason("STORM"),
       OutcomeClass::kCancelled},
      {"the call's deadline, although nothing was processed",
       support::CallTimedOut().NotProcessed().WithReason("STORM"),
       OutcomeClass::kExpired},
      {"a reason, although nothing was processed",
       NeverConnected().WithReason("STORM"), OutcomeClass::kThrottled},
      {"the first rule of two for the same reason",
       ServerSays(StatusCode::kInternal).WithReason("BUSY"),
       OutcomeClass::kTransient},
      {"a reason that no rule names leaves the code to decide",
       ServerSays(StatusCode::kInternal).WithReason("busy"),
       OutcomeClass::kPermanent},
      {"not processed, although the code is not retryable",
       ServerSays(StatusCode::kInternal).NotProcessed(),
       OutcomeClass::kTransient},
      {"not processed, although the server requests a wait",
       NeverConnected().WithPushback(kWait), OutcomeClass::kTransient},
      {"the attempt's own limit, although its code is not retryable",
       support::AttemptTimedOut(), OutcomeClass::kTimeout},
      {"message too large for the client, although the server requests a wait",
       Ended(StatusCode::kResourceExhausted, AttemptOrigin::kUnconfirmed)
           .WithRetryInfo(kWait),
       OutcomeClass::kPermanent},
      {"RESOURCE_EXHAUSTED with a wait, although it is not retryable",
       ServerSays(StatusCode::kResourceExhausted).WithRetryInfo(kWait),
       OutcomeClass::kThrottled},
      {"a stream that the other side cancelled, although CANCELLED never is "
       "retryable",
       Ended(StatusCode::kCancelled, AttemptOrigin::kUnconfirmed),
       OutcomeClass::kTransient},
      {"CANCELLED that a server answered", ServerSays(StatusCode::kCancelled),
       OutcomeClass::kPermanent},
      {"a code that is not retryable, although the server requests a wait",
       ServerSays(StatusCode::kInternal).WithPushback(kWait),
       OutcomeClass::kPermanent},
      {"pushback", Unavailable().WithPushback(kWait), OutcomeClass::kThrottled},
      {"RetryInfo", Unavailable().WithRetryInfo(kWait),
       OutcomeClass::kThrottled},
      {"advice of a wait",
       Unavailable().WithAdvice(Verdict::kAfter, Reason::kUnspecified, kWait),
       OutcomeClass::kThrottled},
      {"advice of overload",
       Unavailable().WithAdvice(Verdict::kOk, Reason::kOverload),
       OutcomeClass::kThrottled},
      {"advice of throttling",
       Unavailable().WithAdvice(Verdict::kNo, Reason::kThrottled),
       OutcomeClass::kThrottled},
      {"advice of something else",
       Unavailable().WithAdvice(Verdict::kNo, Reason::kExhausted),
       OutcomeClass::kTransient},
      {"ABORTED", ServerSays(StatusCode::kAborted), OutcomeClass::kContention},
      {"ABORTED, although the request was not processed",
       ServerSays(StatusCode::kAborted).NotProcessed(),
       OutcomeClass::kTransient},
      {"ABORTED of a server that requests a wait",
       ServerSays(StatusCode::kAborted).WithPushback(kWait),
       OutcomeClass::kThrottled},
      {"a reason that a rule names contention",
       ServerSays(StatusCode::kInternal).WithReason("CONFLICT"),
       OutcomeClass::kContention},
  };
  for (const auto& row : kRows) {
    EXPECT_EQ(Classify(row.outcome, options), row.expected) << row.row;
  }
}

TEST(StatusClassifierTest, LocalResourceExhaustedIsNotThrottled) {
  const StatusCode code = StatusCode::kResourceExhausted;
  EXPECT_EQ(Classify(Ended(code, AttemptOrigin::kUnconfirmed), Eager()),
            OutcomeClass::kPermanent);
  EXPECT_EQ(Classify(ServerSays(code), Eager()), OutcomeClass::kThrottled);
}

TEST(StatusClassifierTest, BrokenConnectionIsTransient) {
  EXPECT_EQ(Classify(support::Broken()), OutcomeClass::kTransient);
}

TEST(StatusClassifierTest, EmptyReasonMatchesNoRule) {
  ClassifierOptions options;
  options.rules = {{"", OutcomeClass::kTransient}};
  EXPECT_EQ(Classify(ServerSays(StatusCode::kInternal), options),
            OutcomeClass::kPermanent);
}

TEST(OutcomeClassTest, ToStringReturnsTheWordsOfTheReport) {
  EXPECT_EQ(ToString(OutcomeClass::kSuccess), "success");
  EXPECT_EQ(ToString(OutcomeClass::kTransient), "transient");
  EXPECT_EQ(ToString(OutcomeClass::kTimeout), "timeout");
  EXPECT_EQ(ToString(OutcomeClass::kThrottled), "throttled");
  EXPECT_EQ(ToString(OutcomeClass::kContention), "contention");
  EXPECT_EQ(ToString(OutcomeClass::kPermanent), "permanent");
  EXPECT_EQ(ToString(OutcomeClass::kExpired), "expired");
  EXPECT_EQ(ToString(OutcomeClass::kCancelled), "cancelled");
}

}  // namespace
}  // namespace baton::core
