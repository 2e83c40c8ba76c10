// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks the summaries of requests whose display is easy to get wrong.

#include <cstdint>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/traceview/digested.h"
#include "tests/traceview/scenes.h"
#include "tools/traceview/model/own_limit.h"
#include "tools/traceview/model/trace_shape.h"
#include "tools/traceview/model/trace_summary.h"

namespace baton::traceview {
namespace {

constexpr int64_t kMillisecond = 1'000'000;

void Load(Scene scene, Digested& digested) {
  DigestAll(SceneTrace(scene), digested);
}

TraceSummary SummaryOf(Scene scene) {
  Digested digested;
  Load(scene, digested);
  return SummaryOf(digested);
}

ServiceLoad LoadOf(const TraceSummary& summary, const std::string& name) {
  for (const ServiceLoad& service : summary.services) {
    if (service.name == name) return service;
  }
  return {"", -1, -1};
}

TEST(SceneSummaryTest, DurationIsThatOfTheRequestAndNotOfLaterWork) {
  const TraceSummary summary = SummaryOf(Scene::kOwnLimits);
  EXPECT_EQ(summary.duration, 606 * kMillisecond);
  EXPECT_EQ(summary.extent, 854 * kMillisecond);
  EXPECT_EQ(summary.after_answer, 248 * kMillisecond);
  EXPECT_EQ(SummaryOf(Scene::kFailedFanOut).after_answer, 0);
}

TEST(SceneSummaryTest, LimitsOfTheClientAreNamed) {
  Digested digested;
  Load(Scene::kOwnLimits, digested);
  const TraceShape shape = ShapeOf(digested.spans, digested.words);
  ASSERT_EQ(shape.calls.size(), 1u);
  const CallShape& call = shape.calls[0];
  std::vector<OwnLimit> limits;
  for (const int attempt : call.attempts)
    limits.push_back(shape.limit[attempt]);
  EXPECT_EQ(limits, (std::vector<OwnLimit>{OwnLimit::kAttemptTimeout,
                                           OwnLimit::kAttemptTimeout,
                                           OwnLimit::kDefaultDeadline}));
  EXPECT_EQ(shape.limit[call.call], OwnLimit::kDefaultDeadline);
  EXPECT_EQ(SummaryOf(digested).limit, OwnLimit::kDefaultDeadline);
  EXPECT_EQ(SummaryOf(Scene::kInheritedDeadline).limit,
            OwnLimit::kInheritedDeadline);
  // The server sent this status.
  EXPECT_EQ(SummaryOf(Scene::kFailedFanOut).limit, OwnLimit::kNone);
}

TEST(SceneSummaryTest, AttemptsWithoutAConnectionDoNotCount) {
  const TraceSummary summary = SummaryOf(Scene::kReconnected);
  EXPECT_EQ(summary.attempts, 2);
  EXPECT_EQ(summary.retries, 1);
  EXPECT_EQ(summary.most_attempts, 2);
  EXPECT_EQ(summary.strip, "fuo");
  EXPECT_TRUE(summary.saved);
  EXPECT_EQ(LoadOf(summary, "stock").calls, 2);
  EXPECT_EQ(LoadOf(summary, "stock").extra, 1);
}

TEST(SceneSummaryTest, ServiceThatNothingReachedHasNoCalls) {
  const TraceSummary summary = SummaryOf(Scene::kConnectionWait);
  EXPECT_EQ(summary.attempts, 0);
  EXPECT_FALSE(summary.retried);
  EXPECT_EQ(summary.strip, "u");
  EXPECT_EQ(LoadOf(summary, "shop.v1.Stock").calls, 0);
}

TEST(SceneSummaryTest, FanOutIsToldFromRetries) {
  const TraceSummary healthy = SummaryOf(Scene::kHealthyFanOut);
  EXPECT_EQ(LoadOf(healthy, "stock").calls, 3);
  EXPECT_EQ(LoadOf(healthy, "stock").extra, 0);
  EXPECT_EQ(healthy.most_attempts, 1);
  const TraceSummary failed = SummaryOf(Scene::kFailedFanOut);
  EXPECT_EQ(LoadOf(failed, "stock").calls, 9);
  EXPECT_EQ(LoadOf(failed, "stock").extra, 4);
  EXPECT_EQ(failed.attempts, 9);
  EXPECT_EQ(failed.most_attempts, 3);
}

TEST(SceneSummaryTest, CallsBelowAFurtherAttemptAreExtra) {
  Digested digested;
  const auto add = [&](uint8_t id, uint8_t parent, const std::string& name) {
    Span span = MakeSpan(id, parent, Span::SPAN_KIND_CLIENT, id, id + 1);
    span.set_name(name);
    digested.Add(span, "edge");
  };
  add(1, 0, "s.S/M");
  add(2, 1, "Attempt.s.S.M");
  add(3, 1, "Attempt.s.S.M");
  add(4, 2, "s.T/M");
  add(5, 4, "Attempt.s.T.M");
  add(6, 3, "s.T/M");
  add(7, 6, "Attempt.s.T.M");
  EXPECT_EQ(ShapeOf(digested.spans, digested.words).extra,
            (std::vector<bool>{false, false, true, false, false, true, true}));
}

// The summary of kNoGrantBelow, after a change of the outermost call.
TraceSummary NoGrantBelow(const std::string& reason_above) {
  Digested digested;
  Load(Scene::kNoGrantBelow, digested);
  for (SpanDigest& span : digested.spans) {
    if (digested.words.At(span.reason) == "not_idempotent" &&
        span.role == Role::kCall) {
      span.reason = digested.words.Intern(reason_above);
    }
  }
  return SummaryOf(digested);
}

TEST(SceneSummaryTest, IdempotentCallWithoutAGrantExplainsTheEnd) {
  for (const std::string reason :
       {"not_idempotent", "retries_disabled", "not_retryable"}) {
    Digested digested;
    Load(Scene::kNoGrantBelow, digested);
    const int blocked = NoGrantBelow(reason).blocked;
    ASSERT_NE(blocked, -1) << reason;
    EXPECT_EQ(digested.words.At(digested.spans[blocked].method),
              "shop.v1.Stock/Reserve");
  }
}

TEST(SceneSummaryTest, MissingGrantExplainsNothingIfTheOwnerDecided) {
  for (const std::string reason :
       {"grant_exhausted", "retry_breaker_open", "server_advice"}) {
    EXPECT_EQ(NoGrantBelow(reason).blocked, -1) << reason;
  }
  EXPECT_EQ(SummaryOf(Scene::kFailedFanOut).blocked, -1);
}

}  // namespace
}  // namespace baton::traceview
