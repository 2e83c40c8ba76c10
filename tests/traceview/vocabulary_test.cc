// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/model/vocabulary.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "absl/strings/string_view.h"
#include "baton/attempt_outcome.h"
#include "baton/deadline.h"
#include "baton/decision.h"
#include "baton/otel/names.h"
#include "baton/otel/span_attributes.h"
#include "gtest/gtest.h"
#include "tools/traceview/model/own_limit.h"

namespace baton::traceview {
namespace {

TEST(VocabularyTest, ViewReadsTheNamesOfTelemetry) {
  struct Row {
    absl::string_view read;
    absl::string_view written;
  };
  for (const Row& row : {
           Row{vocabulary::kRpcService, otel::kRpcService},
           Row{vocabulary::kRpcMethod, otel::kRpcMethod},
           Row{vocabulary::kRpcStatusNumber, otel::kRpcGrpcStatusCode},
           Row{vocabulary::kRpcStatusWord, otel::kRpcResponseStatusCode},
           Row{vocabulary::kGrant, otel::kRetryGrant},
           Row{vocabulary::kForwardedGrant, otel::kRetryForwardedGrant},
           Row{vocabulary::kHop, otel::kRetryHop},
           Row{vocabulary::kOwner, otel::kRetryOwner},
           Row{vocabulary::kAttempt, otel::kRetryAttemptNumber},
           Row{vocabulary::kKind, otel::kRetryKind},
           Row{vocabulary::kFallback, otel::kRetryFallback},
           Row{vocabulary::kDecision, otel::kRetryDecision},
           Row{vocabulary::kReason, otel::kRetryStopReason},
           Row{vocabulary::kAdvice, otel::kRetryAdvice},
           Row{vocabulary::kIdempotency, otel::kRetryIdempotency},
           Row{vocabulary::kNeverSent, otel::kRetryNeverSent},
           Row{vocabulary::kProcessStallMs, otel::kRetryProcessStallMs},
           Row{vocabulary::kOrigin, otel::kRetryOrigin},
           Row{vocabulary::kDeadlineSource, otel::kDeadlineSource},
           Row{vocabulary::kWaitMs, otel::kRetryWaitMs},
           Row{vocabulary::kPushbackMs, otel::kRetryPushbackMs},
           Row{vocabulary::kWaitCause, otel::kRetryWaitCause},
           Row{vocabulary::kWaitEvent, otel::kWaitEvent},
       }) {
    EXPECT_EQ(row.read, row.written);
  }
  EXPECT_EQ(otel::AttemptSpanName("shop.v1.Store/Reserve")
                .rfind(std::string(vocabulary::kAttemptPrefix), 0),
            0u);
}

TEST(VocabularyTest, KnowsEveryLimitOfTheClient) {
  EXPECT_EQ(LimitOfOrigin(ToString(AttemptOrigin::kAttemptTimeout)),
            OwnLimit::kAttemptTimeout);
  EXPECT_EQ(LimitOfOrigin(ToString(AttemptOrigin::kCallDeadline)),
            OwnLimit::kCallDeadline);
  EXPECT_EQ(LimitOfOrigin(ToString(AttemptOrigin::kServer)), OwnLimit::kNone);
  std::set<absl::string_view> words;
  for (const DeadlineSource source :
       {DeadlineSource::kCall, DeadlineSource::kInherited,
        DeadlineSource::kDefault, DeadlineSource::kMaximum}) {
    words.insert(InWords(LimitOfDeadline(ToString(source))));
  }
  EXPECT_EQ(words.size(), 4u);
  EXPECT_EQ(words.count(""), 0u);
}

TEST(VocabularyTest, KnowsEveryCauseOfAWait) {
  for (const WaitCause cause :
       {WaitCause::kBackoff, WaitCause::kThrottledBackoff,
        WaitCause::kContentionBackoff, WaitCause::kPushback,
        WaitCause::kRetryInfo, WaitCause::kAdvice, WaitCause::kConnection}) {
    EXPECT_EQ(std::count(std::begin(vocabulary::kWaitCauses),
                         std::end(vocabulary::kWaitCauses), ToString(cause)),
              1)
        << ToString(cause);
  }
}

}  // namespace
}  // namespace baton::traceview
