// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/runtime/retry_stop_variable.h"

#include <cstdlib>
#include <string>

#include "baton/policy/retry_stop.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace baton::rpc {
namespace {

using ::testing::HasSubstr;

TEST(RetryStopVariableTest, WordsForOffAndOnAreKnown) {
  for (const char* const off : {"", " ", "0", "false", "No", "OFF"}) {
    EXPECT_EQ(ParseRetryStopSetting(off), RetryStopSetting::kOff) << off;
  }
  for (const char* const on : {"1", "true", "Yes", " ON\n"}) {
    EXPECT_EQ(ParseRetryStopSetting(on), RetryStopSetting::kOn) << on;
  }
  for (const char* const bad : {"ture", "2", "-1", "o n"}) {
    EXPECT_EQ(ParseRetryStopSetting(bad), RetryStopSetting::kInvalid) << bad;
  }
}

// Each process reads the variable once, so there is one such test.
TEST(RetryStopVariableTest, InvalidValueStopsRetriesAndIsReported) {
  const std::string bad = "ture\n" + std::string(1000, 'x');
  ASSERT_EQ(setenv("BATON_STOP_ALL_RETRIES", bad.c_str(), 1), 0);
  ::testing::internal::CaptureStderr();
  ReadRetryStopVariable();
  ReadRetryStopVariable();
  const std::string line = ::testing::internal::GetCapturedStderr();
  EXPECT_TRUE(AllRetriesStopped());
  EXPECT_THAT(line, HasSubstr("BATON_STOP_ALL_RETRIES: must be 0 or 1, got "
                              "'ture\\nxxx"));
  EXPECT_THAT(line, HasSubstr("counts as 1"));
  EXPECT_LT(line.size(), 300u);
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  StopAllRetries(false);
  EXPECT_TRUE(AllRetriesStopped());
}

}  // namespace
}  // namespace baton::rpc
