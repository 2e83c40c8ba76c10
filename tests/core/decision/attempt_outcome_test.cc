// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/attempt_outcome.h"

#include <optional>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/retry_advice.h"
#include "gtest/gtest.h"
#include "tests/support/outcomes.h"

namespace baton::core {
namespace {

using support::NeverConnected;
using support::Unavailable;
using Verdict = RetryAdvice::Verdict;
using Reason = RetryAdvice::Reason;

constexpr absl::Duration kShort = absl::Milliseconds(10);
constexpr absl::Duration kMiddle = absl::Milliseconds(20);
constexpr absl::Duration kLong = absl::Milliseconds(30);

TEST(DemandedWaitTest, NoRequestedWaitWithoutADelay) {
  EXPECT_EQ(DemandedWait(Unavailable()), std::nullopt);
  EXPECT_EQ(DemandedWait(Unavailable().WithPushbackNever()), std::nullopt);
  EXPECT_EQ(DemandedWait(Unavailable().WithAdvice(Verdict::kOk)), std::nullopt);
  EXPECT_EQ(DemandedWait(Unavailable().WithAdvice(Verdict::kNo)), std::nullopt);
}

TEST(DemandedWaitTest, EachSourceAloneRequestsAWait) {
  EXPECT_EQ(DemandedWait(Unavailable().WithPushback(kShort)), kShort);
  EXPECT_EQ(DemandedWait(Unavailable().WithRetryInfo(kShort)), kShort);
  EXPECT_EQ(DemandedWait(Unavailable().WithAdvice(
                Verdict::kAfter, Reason::kUnspecified, kShort)),
            kShort);
}

TEST(DemandedWaitTest, PushbackOfZeroRequestsAZeroWait) {
  EXPECT_EQ(DemandedWait(Unavailable().WithPushback(absl::ZeroDuration())),
            absl::ZeroDuration());
}

TEST(DemandedWaitTest, LongestRequestedWaitCounts) {
  const absl::Duration kWaits[][3] = {
      {kShort, kMiddle, kLong}, {kShort, kLong, kMiddle},
      {kMiddle, kShort, kLong}, {kMiddle, kLong, kShort},
      {kLong, kShort, kMiddle}, {kLong, kMiddle, kShort}};
  for (const auto& waits : kWaits) {
    EXPECT_EQ(DemandedWait(Unavailable()
                               .WithPushback(waits[0])
                               .WithRetryInfo(waits[1])
                               .WithAdvice(Verdict::kAfter,
                                           Reason::kUnspecified, waits[2])),
              kLong);
  }
}

TEST(CertainlyNotProcessedTest, FailureWithoutEvidenceIsUncertain) {
  EXPECT_FALSE(CertainlyNotProcessed(Unavailable()));
  EXPECT_FALSE(CertainlyNotProcessed(support::Broken()));
  EXPECT_FALSE(CertainlyNotProcessed(Unavailable().WithPushbackNever()));
  EXPECT_FALSE(CertainlyNotProcessed(Unavailable().WithAdvice(Verdict::kOk)));
  EXPECT_FALSE(CertainlyNotProcessed(
      Unavailable().WithAdvice(Verdict::kNo, Reason::kOverload)));
}

TEST(CertainlyNotProcessedTest, RetryInfoIsNoEvidence) {
  EXPECT_FALSE(CertainlyNotProcessed(Unavailable().WithRetryInfo(kShort)));
}

// gRFC A6 defines pushback as a time, and a server may have processed half of
// the request before it sends one.
TEST(CertainlyNotProcessedTest, PushbackIsNoEvidence) {
  EXPECT_FALSE(CertainlyNotProcessed(Unavailable().WithPushback(kShort)));
  EXPECT_FALSE(CertainlyNotProcessed(
      Unavailable().WithPushback(kShort).WithAdvice(Verdict::kOk)));
}

TEST(CertainlyNotProcessedTest, EachKindOfEvidenceIsEnough) {
  EXPECT_TRUE(CertainlyNotProcessed(NeverConnected()));
  EXPECT_TRUE(CertainlyNotProcessed(
      Unavailable().WithAdvice(Verdict::kAfter, Reason::kUnspecified, kShort)));
  EXPECT_TRUE(CertainlyNotProcessed(
      Unavailable().WithAdvice(Verdict::kOk, Reason::kThrottled)));
}

TEST(CertainlyNotProcessedTest, AmbiguousAdviceOutweighsARequestedWait) {
  EXPECT_FALSE(
      CertainlyNotProcessed(Unavailable().WithPushback(kShort).WithAdvice(
          Verdict::kAfter, Reason::kAmbiguous, kShort)));
  EXPECT_FALSE(
      CertainlyNotProcessed(Unavailable().WithPushback(kShort).WithAdvice(
          Verdict::kNo, Reason::kAmbiguous)));
}

TEST(CertainlyNotProcessedTest, LocalEvidenceOutweighsAmbiguousAdvice) {
  // No server saw the request, so the advice must be about another attempt.
  EXPECT_TRUE(CertainlyNotProcessed(
      NeverConnected().WithAdvice(Verdict::kNo, Reason::kAmbiguous)));
}

TEST(AttemptOriginTest, ToStringReturnsTheWordsOfTheReport) {
  EXPECT_EQ(ToString(AttemptOrigin::kServer), "server");
  EXPECT_EQ(ToString(AttemptOrigin::kUnconfirmed), "unconfirmed");
  EXPECT_EQ(ToString(AttemptOrigin::kAttemptTimeout), "attempt_timeout");
  EXPECT_EQ(ToString(AttemptOrigin::kCallDeadline), "call_deadline");
  EXPECT_EQ(ToString(AttemptOrigin::kCancelled), "cancelled");
}

}  // namespace
}  // namespace baton::core
