// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy/retry_stop_setting.h"

#include "gtest/gtest.h"

namespace baton::core {
namespace {

TEST(RetryStopSettingTest, WordsForOffAndOnAreKnown) {
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

}  // namespace
}  // namespace baton::core
