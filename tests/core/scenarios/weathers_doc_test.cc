// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// docs/failure-scenarios.md shows the tables as the code prints them.

#include "gtest/gtest.h"
#include "tests/core/scenarios/scenarios.h"
#include "tests/support/doc_block.h"

namespace baton::weather {
namespace {

constexpr char kDocument[] = "docs/failure-scenarios.md";

TEST(WeathersDocTest, ShowsTheWeatherTable) {
  EXPECT_EQ(DocBlock(kDocument, "scenarios"), WeatherTable());
}

TEST(WeathersDocTest, ShowsTheSensitivityTable) {
  EXPECT_EQ(DocBlock(kDocument, "sensitivity"), SensitivityTable());
}

TEST(WeathersDocTest, ShowsTheChangeTable) {
  EXPECT_EQ(DocBlock(kDocument, "change"), ChangeTable());
}

}  // namespace
}  // namespace baton::weather
