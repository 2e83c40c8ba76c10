// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/store/trace_store.h"

#include <string>
#include <thread>
#include <vector>

#include "google/protobuf/util/message_differencer.h"
#include "gtest/gtest.h"
#include "tests/traceview/trace_building.h"

namespace baton::traceview {
namespace {

TEST(TraceStoreTest, StoredTraceCanBeRead) {
  TraceStore store;
  SampleOptions options;
  options.story = Story::kSaved;
  const TraceRequest request = SampleTrace(options);
  EXPECT_EQ(store.Add(request), 0);
  const auto trace =
      store.Get(request.resource_spans(0).scope_spans(0).spans(0).trace_id());
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->row.summary.strip, "ffo");
  EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(
      ToRequest(*trace), request));
}

TEST(TraceStoreTest, ReadersGetOnlyNewTraces) {
  TraceStore store;
  store.Add(SmallTrace(1));
  const StoreChanges first = store.Since(0);
  EXPECT_EQ(first.rows.size(), 1u);
  EXPECT_TRUE(store.Since(first.revision).rows.empty());

  store.Add(SmallTrace(2));
  const StoreChanges second = store.Since(first.revision);
  ASSERT_EQ(second.rows.size(), 1u);
  EXPECT_EQ(second.rows[0].id, TraceId(2));

  // Another span of the first trace makes it the newest.
  store.Add(RequestOf(MakeSpan(2, 1)));
  const StoreChanges third = store.Since(second.revision);
  ASSERT_EQ(third.rows.size(), 1u);
  EXPECT_EQ(third.rows[0].id, TraceId(1));
  EXPECT_EQ(third.rows[0].summary.spans, 2);
}

TEST(TraceStoreTest, RepeatedSpanCountsOnce) {
  TraceStore store;
  store.Add(SmallTrace(1));
  store.Add(SmallTrace(1));
  EXPECT_EQ(store.Stats().spans, 1u);
}

TEST(TraceStoreTest, SpansWithoutValidIdsAreRejectedAndCounted) {
  TraceStore store;
  Span no_trace = MakeSpan(1);
  no_trace.clear_trace_id();
  Span zero = MakeSpan(1);
  zero.set_span_id(std::string(8, '\0'));
  Span long_id = MakeSpan(1);
  long_id.set_trace_id(std::string(17, 'x'));
  for (const Span& span : {no_trace, zero, long_id}) {
    EXPECT_EQ(store.Add(RequestOf(span)), 1);
  }
  EXPECT_EQ(store.Stats().rejected_spans, 3u);
  EXPECT_EQ(store.Stats().traces, 0u);
}

TEST(TraceStoreTest, OldestTraceIsRemovedFirst) {
  StoreLimits limits;
  limits.max_traces = 2;
  TraceStore store(limits);
  for (uint8_t i = 1; i <= 3; ++i) store.Add(SmallTrace(i));
  EXPECT_FALSE(store.Get(TraceId(1)));
  EXPECT_TRUE(store.Get(TraceId(3)));
  const StoreChanges changes = store.Since(0);
  EXPECT_EQ(changes.stats.dropped_traces, 1u);
  EXPECT_EQ(changes.first_sequence, changes.rows[0].sequence);
}

TEST(TraceStoreTest, BytesAreBounded) {
  StoreLimits limits;
  limits.max_bytes = 64 << 10;
  TraceStore store(limits);
  for (uint64_t i = 1; i <= 200; ++i) {
    SampleOptions options;
    options.number = i;
    store.Add(SampleTrace(options));
    EXPECT_LE(store.Stats().bytes, limits.max_bytes);
  }
  EXPECT_GT(store.Stats().dropped_traces, 150u);
  EXPECT_GT(store.Stats().traces, 1u);
}

TEST(TraceStoreTest, OneTraceIsBoundedInSpans) {
  StoreLimits limits;
  limits.max_trace_spans = 3;
  TraceStore store(limits);
  for (uint8_t i = 1; i <= 10; ++i) store.Add(RequestOf(MakeSpan(i)));
  EXPECT_EQ(store.Stats().spans, 3u);
  EXPECT_EQ(store.Get(TraceId(1))->row.dropped_spans, 7u);
}

TEST(TraceStoreTest, OneTraceIsBoundedInBytes) {
  StoreLimits limits;
  limits.max_trace_bytes = 100 << 10;
  TraceStore store(limits);
  for (uint8_t i = 1; i <= 200; ++i) {
    Span span = MakeSpan(i);
    PutText(
        span, "retry.stop_reason",
        std::string(4000, static_cast<char>('a' + i % 26)) + std::to_string(i));
    // Each span has its own resource.
    store.Add(RequestOf(span, std::string(4000, 'x') + std::to_string(i)));
  }
  EXPECT_LE(store.Stats().bytes, size_t{110} << 10);
  EXPECT_GT(store.Stats().dropped_spans, 100u);
}

TEST(TraceStoreTest, LargeSpansAreTruncated) {
  TraceStore store;
  Span span = MakeSpan(1);
  for (int i = 0; i < 300; ++i) PutNumber(span, "key" + std::to_string(i), i);
  PutText(*span.add_events(), "text", std::string(1 << 20, 'x'));
  span.set_name(std::string(4095, 'n') + "é");
  store.Add(RequestOf(span));
  const auto trace = store.Get(TraceId(1));
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->spans[0].attributes_size(), 128);
  EXPECT_EQ(trace->spans[0].dropped_attributes_count(), 172u);
  EXPECT_LT(trace->spans[0].events(0).ByteSizeLong(), 5000u);
  // Cut before the character é, with a mark.
  EXPECT_EQ(trace->spans[0].name(), std::string(4095, 'n') + "…");
}

TEST(TraceStoreTest, ReadersNoticeAClear) {
  TraceStore store;
  store.Add(SmallTrace(1));
  const StoreChanges before = store.Since(0);
  store.Clear();
  const StoreChanges after = store.Since(before.revision);
  EXPECT_GT(after.revision, before.revision);
  EXPECT_GT(after.first_sequence, before.rows[0].sequence);
  EXPECT_EQ(after.stats.bytes, 0u);
}

TEST(TraceStoreTest, TracesCanBeVisitedWhileTheyChange) {
  TraceStore store;
  for (uint8_t i = 1; i <= 3; ++i) store.Add(SmallTrace(i));
  const auto first = store.FirstFrom(0);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->row.id, TraceId(1));
  const auto next = store.FirstFrom(first->row.sequence + 1);
  ASSERT_TRUE(next);
  EXPECT_EQ(next->row.id, TraceId(2));
  store.Clear();
  EXPECT_FALSE(store.FirstFrom(next->row.sequence + 1));
}

TEST(TraceStoreTest, ExportersAndReadersWorkConcurrently) {
  StoreLimits limits;
  limits.max_traces = 50;
  TraceStore store(limits);
  std::vector<std::thread> threads;
  for (uint64_t exporter = 0; exporter < 4; ++exporter) {
    threads.emplace_back([&store, exporter] {
      for (uint64_t i = 0; i < 50; ++i) {
        SampleOptions options;
        options.story = kAllStories[i % std::size(kAllStories)];
        options.number = exporter * 1000 + i + 1;
        store.Add(SampleTrace(options));
      }
    });
  }
  threads.emplace_back([&store] {
    uint64_t revision = 0;
    for (int i = 0; i < 50; ++i) {
      const StoreChanges changes = store.Since(revision);
      EXPECT_GE(changes.revision, revision);
      EXPECT_LE(changes.rows.size(), 50u);
      revision = changes.revision;
      store.FirstFrom(0);
    }
  });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(store.Stats().traces, 50u);
  EXPECT_EQ(store.Stats().dropped_traces, 150u);
}

}  // namespace
}  // namespace baton::traceview
