// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/model/trace_summary.h"

#include <map>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/traceview/digested.h"
#include "tests/traceview/trace_building.h"
#include "tools/traceview/model/trace_shape.h"

namespace baton::traceview {
namespace {

TraceSummary SummaryOf(Story story) {
  SampleOptions options;
  options.story = story;
  Digested digested;
  DigestAll(SampleTrace(options), digested);
  return SummaryOf(digested);
}

TEST(TraceSummaryTest, SummarizesEachSampleTrace) {
  struct Row {
    Story story;
    std::string strip, reason;
    bool failed, retried, saved, suppressed, hedged;
    int store_calls;
  };
  const std::vector<Row> rows = {
      {Story::kHealthy, "o", "succeeded", false, false, false, false, false, 1},
      {Story::kSaved, "ffo", "succeeded", false, true, true, false, false, 3},
      {Story::kGrantExhausted, "fff", "grant_exhausted", true, true, false,
       true, false, 3},
      {Story::kNotIdempotent, "f", "not_idempotent", true, false, false, true,
       false, 1},
      {Story::kPushedBack, "fo", "succeeded", false, true, true, false, false,
       2},
      {Story::kHedged, "lo", "succeeded", false, true, false, false, true, 2},
      {Story::kForeign, "o", "", false, false, false, false, false, 1},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(static_cast<int>(row.story));
    const TraceSummary summary = SummaryOf(row.story);
    EXPECT_EQ(summary.name, "shop.v1.Shop/PlaceOrder");
    EXPECT_EQ(summary.service, "edge");
    EXPECT_EQ(summary.strip, row.strip);
    EXPECT_EQ(summary.reason, row.reason);
    EXPECT_EQ(summary.failed, row.failed);
    EXPECT_EQ(summary.retried, row.retried);
    EXPECT_EQ(summary.saved, row.saved);
    EXPECT_EQ(summary.suppressed, row.suppressed);
    EXPECT_EQ(summary.hedged, row.hedged);
    std::map<std::string, int> calls;
    for (const ServiceLoad& load : summary.services) {
      calls[load.name] = load.calls;
    }
    EXPECT_EQ(calls.at("store"), row.store_calls);
    EXPECT_EQ(calls.at("edge"), 1);
    EXPECT_EQ(summary.services[0].name, "edge");
  }
}

TEST(TraceSummaryTest, ServiceWithoutSpansIsCountedByItsCallers) {
  // A service that is down has no span, although three attempts went to it.
  Digested digested;
  digested.Add(MakeSpan(1, 0, Span::SPAN_KIND_SERVER, 0, 100), "edge");
  Span call = MakeSpan(2, 1, Span::SPAN_KIND_CLIENT, 1, 90);
  call.set_name("shop.v1.Store/Reserve");
  digested.Add(call, "edge");
  for (uint8_t i = 0; i < 3; ++i) {
    Span attempt =
        MakeSpan(10 + i, 2, Span::SPAN_KIND_CLIENT, 10 * i + 2, 10 * i + 5);
    attempt.set_name("Attempt.shop.v1.Store/Reserve");
    digested.Add(attempt, "edge");
  }
  const TraceSummary summary = SummaryOf(digested);
  ASSERT_EQ(summary.services.size(), 2u);
  EXPECT_EQ(summary.services[1].name, "shop.v1.Store");
  EXPECT_EQ(summary.services[1].calls, 3);
}

// Adds a call `id` below `parent`, with the attempt id + 1.
void AddCall(uint8_t id, uint8_t parent, uint64_t start, uint64_t end,
             const std::string& reason, Digested& digested) {
  Span call = MakeSpan(id, parent, Span::SPAN_KIND_CLIENT, start, end);
  call.set_name("s.S/M");
  PutText(call, "retry.stop_reason", reason);
  Span attempt = MakeSpan(id + 1, id, Span::SPAN_KIND_CLIENT, start, end);
  attempt.set_name("Attempt.s.S/M");
  for (Span* const span : {&call, &attempt}) {
    PutText(*span, "rpc.response.status_code",
            reason == "succeeded" ? "OK" : "UNAVAILABLE");
    digested.Add(*span, "service");
  }
}

// Adds another attempt of call `id`.
void AddAttempt(uint8_t id, uint8_t call, uint64_t start, uint64_t end,
                const std::string& code, Digested& digested) {
  Span attempt = MakeSpan(id, call, Span::SPAN_KIND_CLIENT, start, end);
  attempt.set_name("Attempt.s.S/M");
  PutText(attempt, "rpc.response.status_code", code);
  digested.Add(attempt, "service");
}

TEST(TraceSummaryTest, FailureRepairedByARetryIsNotSuppressed) {
  Digested digested;
  AddCall(1, 0, 0, 100, "succeeded", digested);
  digested.spans[1].failed = true;
  AddCall(10, 2, 1, 9, "not_enough_time", digested);
  AddAttempt(3, 1, 50, 90, "OK", digested);
  const TraceSummary summary = SummaryOf(digested);
  EXPECT_FALSE(summary.suppressed);
  EXPECT_TRUE(summary.saved);
  EXPECT_EQ(summary.reason, "succeeded");
  EXPECT_EQ(summary.told, 0);
}

TEST(TraceSummaryTest, ReasonComesFromTheOwnerOfTheRetries) {
  Digested digested;
  AddCall(1, 0, 0, 100, "process_budget_exhausted", digested);
  AddCall(10, 2, 1, 9, "no_grant", digested);
  AddCall(20, 11, 2, 8, "retries_disabled", digested);
  EXPECT_EQ(SummaryOf(digested).reason, "process_budget_exhausted");
}

TEST(TraceSummaryTest, NoGrantIsTheReasonIfNoOwnerIsVisible) {
  Digested digested;
  AddCall(1, 0, 0, 100, "no_grant", digested);
  const TraceSummary summary = SummaryOf(digested);
  EXPECT_TRUE(summary.suppressed);
  EXPECT_EQ(summary.reason, "no_grant");
}

TEST(TraceSummaryTest, NoSpansMakeAnEmptySummary) {
  EXPECT_EQ(SummaryOf(Digested()).spans, 0);
}

TEST(TraceShapeTest, CyclicSpansHaveARoot) {
  Digested digested;
  digested.Add(MakeSpan(1, 3), "a");
  digested.Add(MakeSpan(2, 1), "a");
  digested.Add(MakeSpan(3, 2), "a");
  digested.Add(MakeSpan(4, 4), "a");
  const TraceShape shape = ShapeOf(digested.spans, digested.words);
  EXPECT_NE(shape.root, -1);
  for (size_t i = 0; i < shape.parent.size(); ++i) {
    int at = static_cast<int>(i);
    for (int step = 0; step < 4 && at != -1; ++step) at = shape.parent[at];
    EXPECT_EQ(at, -1) << "span " << i << " is its own ancestor";
  }
}

TEST(TraceShapeTest, SpanWithoutAParentIsTheRoot) {
  Digested digested;
  digested.Add(MakeSpan(2, 9, Span::SPAN_KIND_SERVER, 5, 6), "orphan");
  digested.Add(MakeSpan(1, 0, Span::SPAN_KIND_SERVER, 10, 20), "root");
  EXPECT_EQ(ShapeOf(digested.spans, digested.words).root, 1);
}

TEST(TraceShapeTest, FailedAttemptIsNotDiscarded) {
  Digested digested;
  digested.Add(MakeSpan(1, 0, Span::SPAN_KIND_CLIENT, 0, 100), "a");
  const auto attempt = [&](uint8_t id, uint64_t start, uint64_t end,
                           const std::string& code) {
    Span span = MakeSpan(id, 1, Span::SPAN_KIND_CLIENT, start, end);
    span.set_name("Attempt.s/M");
    PutText(span, "rpc.response.status_code", code);
    digested.Add(span, "a");
  };
  attempt(2, 1, 50, "UNAVAILABLE");
  attempt(3, 10, 90, "OK");
  attempt(4, 20, 90, "CANCELLED");
  // It started after the successful attempt had ended.
  attempt(5, 95, 99, "CANCELLED");
  const TraceShape shape = ShapeOf(digested.spans, digested.words);
  EXPECT_EQ(shape.loser, (std::vector<bool>{false, false, false, true, false}));
  ASSERT_EQ(shape.calls.size(), 1u);
  EXPECT_TRUE(shape.calls[0].hedged);
  EXPECT_TRUE(shape.calls[0].saved);
}

}  // namespace
}  // namespace baton::traceview
