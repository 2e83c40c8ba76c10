// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/bootstrap/sdk_log_lines.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/core/report/printable_text.h"
#include "baton/monotonic_time.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace baton::otel {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

class SdkLogLinesTest : public ::testing::Test {
 protected:
  std::string Line(const std::string& message) {
    return lines_.Line("Error", message, now_);
  }
  // Returns the number of lines for messages that are all different.
  int CountLines(int messages) {
    int lines = 0;
    for (int i = 0; i < messages; ++i) {
      if (!Line(absl::StrCat("Body: ", ++bodies_)).empty()) ++lines;
    }
    return lines;
  }

  MonotonicTime now_;
  SdkLogLines lines_{now_};
  int bodies_ = 0;
};

TEST_F(SdkLogLinesTest, ShortMessageIsWrittenUnchanged) {
  EXPECT_EQ(Line("queue is full"), "OpenTelemetry: Error: queue is full\n");
}

TEST_F(SdkLogLinesTest, HostileMessageForgesNoLineAndNoTerminalSequence) {
  EXPECT_EQ(Line("Body: \x1b[2J\xff\nbaton: all is well"),
            "OpenTelemetry: Error: Body: \\x1b[2J\\xff\\nbaton: all is well\n");
}

TEST_F(SdkLogLinesTest, LongMessageIsCut) {
  const std::string line = Line(std::string(1 << 20, 'x'));
  EXPECT_LT(line.size(), SdkLogLines::kLongestMessage + 100);
  EXPECT_THAT(line, EndsWith("x...\n"));
  const std::string longest(SdkLogLines::kLongestMessage, 'y');
  EXPECT_THAT(Line(longest), EndsWith("y\n"));
}

TEST_F(SdkLogLinesTest, LongMessagesThatDifferAtTheirEndsCountAsRepetitions) {
  int lines = 0;
  for (int i = 0; i < 100; ++i) {
    if (!Line(absl::StrCat(std::string(1000, 'x'), i)).empty()) ++lines;
  }
  EXPECT_EQ(lines, 7);  // 1, 2, 4, 8, 16, 32, 64
}

TEST_F(SdkLogLinesTest, PasswordsOfUrlsAreHidden) {
  EXPECT_EQ(Line("Connection to https://user:secret@collector:4318/v1 failed"),
            "OpenTelemetry: Error: Connection to https://***@collector:4318/v1 "
            "failed\n");
}

TEST_F(SdkLogLinesTest, DifferentMessagesDoNotFloodTheLog) {
  EXPECT_EQ(CountLines(10'000), SdkLogLines::kMostLines);
  int lines = 0;
  for (int second = 0; second < 60; ++second) {
    now_ = now_ + absl::Seconds(1);
    lines += CountLines(100);
  }
  EXPECT_EQ(lines, 60 * SdkLogLines::kLinesPerSecond);
}

TEST_F(SdkLogLinesTest, NextLineHasTheNumberOfOmittedLines) {
  CountLines(SdkLogLines::kMostLines + 7);
  now_ = now_ + absl::Seconds(2);
  EXPECT_THAT(Line("one"), HasSubstr("one (7 lines omitted before)"));
  EXPECT_THAT(Line("two"), EndsWith("two\n"));
}

}  // namespace
}  // namespace baton::otel
