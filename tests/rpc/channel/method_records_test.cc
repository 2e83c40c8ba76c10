// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/channel/method_records.h"

#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/core/limits/latency_histogram.h"
#include "baton/core/limits/method_latency.h"
#include "baton/monotonic_time.h"
#include "gtest/gtest.h"

namespace baton::rpc {
namespace {

TEST(MethodRecordsTest, EachMethodHasItsOwnRecord) {
  MethodRecords records;
  MethodRecord* const first = records.Find("/a/A");
  EXPECT_NE(first, nullptr);
  EXPECT_NE(records.Find("/a/B"), first);
  EXPECT_EQ(records.Find("/a/A"), first);
}

TEST(MethodRecordsTest, NumberOfRecordsIsLimited) {
  MethodRecords records;
  for (int i = 0; i < MethodRecords::kMaxMethods; ++i) {
    ASSERT_NE(records.Find(absl::StrCat("/a/", i)), nullptr) << i;
  }
  EXPECT_EQ(records.Find("/a/one_more"), nullptr);
  EXPECT_NE(records.Find("/a/7"), nullptr);
}

TEST(MethodRecordsTest, OnlyMeasuredMethodsHaveLimits) {
  MethodRecords records;
  records.Find("/a/Quiet");
  core::MethodLatency& latency = records.Find("/a/Busy")->latency;
  const MonotonicTime now = MonotonicTime() + absl::Hours(1);
  for (int i = 0; i < core::LatencyHistogram::kMinSamples; ++i) {
    latency.Record(absl::Milliseconds(100), now, 0);
  }
  latency.Summary(now);
  const std::vector<MeasuredLimit> limits = records.MeasuredLimits();
  ASSERT_EQ(limits.size(), 1u);
  EXPECT_EQ(limits[0].method, "/a/Busy");
  EXPECT_GE(limits[0].limit, absl::Milliseconds(150));
  EXPECT_LE(limits[0].limit, absl::Milliseconds(160));
}

TEST(MethodRecordsTest, ThreadsThatMeetGetTheSameRecord) {
  constexpr int kThreads = 4;
  constexpr int kMethods = 300;
  MethodRecords records;
  std::vector<std::vector<MethodRecord*>> found(kThreads);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&records, &mine = found[thread]] {
      for (int i = 0; i < kMethods; ++i) {
        mine.push_back(records.Find(absl::StrCat("/a/", i)));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int thread = 1; thread < kThreads; ++thread) {
    EXPECT_EQ(found[thread], found[0]);
  }
}

}  // namespace
}  // namespace baton::rpc
