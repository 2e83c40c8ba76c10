// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/model/stop_words.h"

#include <set>
#include <string>

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

TEST(StopWordsTest, UnknownWordIsNoReason) {
  EXPECT_EQ(ParseStopReason(""), std::nullopt);
  EXPECT_EQ(ParseStopReason("GRANT_SPENT"), std::nullopt);
}

}  // namespace
}  // namespace baton::traceview
