// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/baton_policy/advise/line_edits.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace baton::tools {
namespace {

std::string Numbers(int count) {
  std::string text;
  for (int i = 1; i <= count; ++i) absl::StrAppend(&text, i, "\n");
  return text;
}

TEST(LineEditsTest, NothingChangesWithoutAnEdit) {
  for (const char* text : {"", "a", "a\n", "\n\n", "a\nb"}) {
    EXPECT_EQ(LineEdits(text).Text(), text);
    EXPECT_EQ(LineEdits(text).Diff("f"), "");
  }
}

TEST(LineEditsTest, PlacesAreThoseOfTheOriginal) {
  LineEdits edits("abcdef\n");
  edits.Replace(0, 1, 1, "BB");
  edits.Replace(0, 4, 2, "");
  edits.Replace(0, 0, 0, ">");
  EXPECT_EQ(edits.Text(), ">aBBcd\n");
}

TEST(LineEditsTest, DistantChangesHaveTheirOwnHunks) {
  LineEdits edits(Numbers(20));
  edits.Replace(1, 0, 1, "two");
  edits.InsertAfter(14, "new");
  edits.Append("end");
  EXPECT_EQ(edits.Diff("f"),
            "--- f\n+++ f\n"
            "@@ -1,5 +1,5 @@\n 1\n-2\n+two\n 3\n 4\n 5\n"
            "@@ -12,9 +12,11 @@\n 12\n 13\n 14\n 15\n+new\n 16\n 17\n 18\n 19\n"
            " 20\n+end\n");
}

TEST(LineEditsTest, AppendedLinesFollowALineBreak) {
  LineEdits edits("a");
  edits.Append("b");
  EXPECT_EQ(edits.Text(), "a\nb\n");
  EXPECT_EQ(edits.Diff("f"),
            "--- f\n+++ f\n@@ -1,1 +1,2 @@\n-a\n"
            "\\ No newline at end of file\n+a\n+b\n");
  LineEdits empty("");
  empty.Append("b");
  EXPECT_EQ(empty.Text(), "b\n");
  EXPECT_EQ(empty.Diff("f"), "--- f\n+++ f\n@@ -0,0 +1,1 @@\n+b\n");
}

}  // namespace
}  // namespace baton::tools
