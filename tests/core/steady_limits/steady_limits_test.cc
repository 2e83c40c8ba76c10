// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Simulates measured limits over hours of latency that changes.

#include <vector>

#include "gtest/gtest.h"
#include "tests/core/steady_limits/simulation.h"
#include "tests/core/steady_limits/tables.h"
#include "tests/support/doc_block.h"

namespace baton::steady_limits {
namespace {

constexpr char kDocument[] = "docs/limits.md";

double After(const std::vector<Sample>& samples, int minutes) {
  return samples[kChangeSecond + 60 * minutes].limit;
}

TEST(SteadyLimitsTest, LimitNeverFlaps) {
  for (const Course& course : RestlessCourses()) {
    const std::vector<Sample> samples = Measure(course);
    EXPECT_LE(ChangesOf(LimitsOf(samples)).turns, 2) << course.name;
  }
}

// The latency itself does, so the courses above show something.
TEST(SteadyLimitsTest, LatencyOfTheLatestSecondsFlaps) {
  int most = 0;
  for (const Course& course : RestlessCourses()) {
    most = std::max(most, ChangesOf(PercentilesOf(Measure(course))).turns);
  }
  EXPECT_GE(most, 100);
}

TEST(SteadyLimitsTest, LimitFollowsARiseWithinMinutes) {
  const std::vector<Sample> samples = Measure(Rise());
  const double before = After(samples, 0);
  EXPECT_LT(samples[kChangeSecond + 10].limit, 2 * before);
  EXPECT_GT(After(samples, 5), 4 * before);
}

TEST(SteadyLimitsTest, LimitFollowsAFallWithinTensOfMinutes) {
  const std::vector<Sample> samples = Measure(Fall());
  const double before = After(samples, 0);
  EXPECT_GT(After(samples, 5), 0.8 * before);
  EXPECT_GT(After(samples, 10), 0.4 * before);
  EXPECT_LT(After(samples, 45), 0.3 * before);
}

TEST(SteadyLimitsTest, SlowFirstSecondsAreForgottenWithinMinutes) {
  Course course;
  course.factor = [](absl::Duration time) {
    return time < absl::Seconds(30) ? 20.0 : 1.0;
  };
  course.lasts = absl::Minutes(20);
  const std::vector<Sample> samples = Measure(course);
  EXPECT_GT(samples[30].limit, 400);
  EXPECT_LT(samples[600].limit, 80);
}

TEST(SteadyLimitsTest, PageShowsTheTables) {
  EXPECT_EQ(DocBlock(kDocument, "restless latency"), RestlessTable());
  EXPECT_EQ(DocBlock(kDocument, "one change"), ChangeTable());
}

}  // namespace
}  // namespace baton::steady_limits
