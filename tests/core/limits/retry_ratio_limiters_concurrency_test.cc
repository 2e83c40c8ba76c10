// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <set>
#include <vector>

#include "absl/strings/str_cat.h"
#include "baton/core/limits/retry_ratio_limiters.h"
#include "gtest/gtest.h"
#include "tests/support/threads.h"

namespace baton::core {
namespace {

TEST(RetryRatioLimitersConcurrencyTest, EachCallerHasOneLimiterOnAllThreads) {
  constexpr int kThreads = 4;
  constexpr int kNames = RetryRatioLimiters::kMaxCallers / 2;
  RetryRatioLimiters limiters;
  limiters.AddMethods({"/a/B"});
  std::vector<std::vector<RetryRatioLimiter*>> found(kThreads);
  support::RunOnThreads(kThreads, [&](int thread) {
    for (int i = 0; i < kNames; ++i) {
      found[static_cast<std::size_t>(thread)].push_back(
          limiters.Find("/a/B", absl::StrCat("caller", i)));
    }
  });
  for (const std::vector<RetryRatioLimiter*>& seen : found) {
    EXPECT_EQ(seen, found[0]);
  }
  EXPECT_EQ(
      std::set<RetryRatioLimiter*>(found[0].begin(), found[0].end()).size(),
      static_cast<std::size_t>(kNames));
}

}  // namespace
}  // namespace baton::core
