// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/config/syntax/diagnostics.h"

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace baton::config {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

TEST(DiagnosticsTest, ErrorsAreInTheOrderOfTheFile) {
  Diagnostics diagnostics;
  diagnostics.Error({7, 3}, "b", "late");
  diagnostics.Error({2, 9}, "", "early");
  diagnostics.Error({}, "c", "nowhere");
  EXPECT_THAT(diagnostics.Errors("f"),
              ElementsAre("f: c: nowhere", "f:2:9: early", "f:7:3: b: late"));
  EXPECT_EQ(diagnostics.ToStatus("f").message(),
            "f: 3 errors\nf: c: nowhere\nf:2:9: early\nf:7:3: b: late");
}

TEST(DiagnosticsTest, NotesAreNoErrors) {
  Diagnostics diagnostics;
  diagnostics.Note({1, 1}, "a", "by the way");
  EXPECT_TRUE(diagnostics.ToStatus("f").ok());
  EXPECT_THAT(diagnostics.Notes("f"), ElementsAre("f:1:1: a: by the way"));
}

TEST(DiagnosticsTest, RepeatedErrorIsKeptOnce) {
  Diagnostics diagnostics;
  diagnostics.Error({1, 1}, "a", "x");
  diagnostics.Error({1, 1}, "a", "x");
  EXPECT_THAT(diagnostics.Errors("f"), SizeIs(1));
}

TEST(DiagnosticsTest, ErrorsBeyondTheLimitAreCounted) {
  Diagnostics diagnostics;
  for (int i = 0; i < Diagnostics::kLimit + 5; ++i) {
    diagnostics.Error({i + 1, 1}, "", absl::StrCat("error ", i));
  }
  EXPECT_THAT(diagnostics.Errors("f"), SizeIs(Diagnostics::kLimit + 1));
  EXPECT_EQ(diagnostics.Errors("f").back(), "f: and 5 more");
}

TEST(PositionMapTest, MissingFieldHasThePositionOfItsParent) {
  PositionMap positions;
  positions.Record("methods[1]", {4, 1});
  positions.Record("methods[1].retry", {5, 3});
  EXPECT_EQ(positions.Find("methods[1].retry.backoff.max").line, 5);
  EXPECT_EQ(positions.Find("methods[1].hedge").line, 4);
  EXPECT_EQ(positions.Find("methods[2].hedge").line, 0);
}

}  // namespace
}  // namespace baton::config
