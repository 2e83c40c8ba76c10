// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/model/stop_words.h"

#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "gtest/gtest.h"

namespace baton::traceview {
namespace {

TEST(StopWordsTest, EveryReasonHasItsOwnSentence) {
  std::set<std::string> sentences;
  for (const StopReason reason : kAllStopReasons) {
    EXPECT_EQ(ParseStopReason(ToString(reason)), reason);
    const std::string words(InWords(reason));
    EXPECT_EQ(words.substr(words.size() - 1), ".") << words;
    EXPECT_TRUE(sentences.insert(words).second) << words;
  }
}

// Returns the column "action" of the row of a reason, without markup. Empty if
// the page has no such row.
std::string ActionOfPage(const std::string& reason) {
  std::ifstream page("docs/stop-reasons.md");
  for (std::string line; std::getline(page, line);) {
    if (!absl::StartsWith(line, absl::StrCat("| `", reason, "` |"))) continue;
    std::vector<std::string> cells = absl::StrSplit(line, " | ");
    return absl::StrReplaceAll(
        cells.back(), {{"`", ""}, {"[", ""}, {"](idempotency-keys.md)", ""}});
  }
  return "";
}

TEST(StopWordsTest, PageAndViewSayWhatToDoAboutEachReason) {
  for (const StopReason reason : kAllStopReasons) {
    const std::string action(WhatToDo(reason));
    ASSERT_GT(action.size(), 5u) << ToString(reason);
    EXPECT_EQ(action.substr(action.size() - 1), ".") << action;
    EXPECT_TRUE(
        absl::StartsWith(ActionOfPage(std::string(ToString(reason))), action))
        << ToString(reason) << ": the page has \""
        << ActionOfPage(std::string(ToString(reason))) << "\" instead of \""
        << action << "\"";
  }
}

TEST(StopWordsTest, UnknownWordIsNoReason) {
  EXPECT_EQ(ParseStopReason(""), std::nullopt);
  EXPECT_EQ(ParseStopReason("GRANT_SPENT"), std::nullopt);
}

}  // namespace
}  // namespace baton::traceview
