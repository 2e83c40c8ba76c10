// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/benchmark/support/results.h"

#include <limits>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace baton::benchmarks {
namespace {

using ::testing::HasSubstr;

TEST(ResultsTest, JsonHasALineForEachResult) {
  Results results;
  results.Add({"sync, \"1\"", "noop", {{"time", 1.5}, {"cpu", 2}}});
  results.Add({"memory", "bare", {}});
  EXPECT_THAT(results.ToJson(), HasSubstr(R"(  "results": [
    {"what": "sync, \"1\"", "subject": "noop", "time": 1.5, "cpu": 2},
    {"what": "memory", "subject": "bare"}
  ])"));
}

TEST(ResultsTest, NonFiniteNumberIsWrittenAsNull) {
  Results results;
  results.Add({"x", "y", {{"z", std::numeric_limits<double>::quiet_NaN()}}});
  EXPECT_THAT(results.ToJson(), HasSubstr("\"z\": null}"));
}

}  // namespace
}  // namespace baton::benchmarks
