// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/bootstrap/repeated_lines.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace baton::otel {
namespace {

using ::testing::ElementsAre;

TEST(RepeatedLinesTest, RepeatedLineIsWrittenLessAndLessOften) {
  RepeatedLines lines;
  std::vector<int64_t> written;
  for (int i = 1; i <= 1000; ++i) {
    if (const int64_t count = lines.Count("queue is full"); count > 0) {
      written.push_back(count);
    }
  }
  EXPECT_THAT(written, ElementsAre(1, 2, 4, 8, 16, 32, 64, 128, 256, 512));
}

TEST(RepeatedLinesTest, OtherLinesAreWrittenImmediately) {
  RepeatedLines lines;
  for (int i = 0; i < 3; ++i) lines.Count("queue is full");
  EXPECT_EQ(lines.Count("cannot connect"), 1);
}

TEST(RepeatedLinesTest, TooManyLinesAreForgotten) {
  RepeatedLines lines;
  for (int i = 0; i < 10'000; ++i) {
    ASSERT_EQ(lines.Count(absl::StrCat("port ", i)), 1);
  }
  EXPECT_EQ(lines.Count("port 0"), 1);
}

}  // namespace
}  // namespace baton::otel
