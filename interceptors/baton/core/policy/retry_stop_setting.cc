// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy/retry_stop_setting.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace baton::core {

RetryStopSetting ParseRetryStopSetting(absl::string_view value) {
  const absl::string_view word = absl::StripAsciiWhitespace(value);
  for (const char* const off : {"", "0", "false", "no", "off"}) {
    if (absl::EqualsIgnoreCase(word, off)) return RetryStopSetting::kOff;
  }
  for (const char* const on : {"1", "true", "yes", "on"}) {
    if (absl::EqualsIgnoreCase(word, on)) return RetryStopSetting::kOn;
  }
  return RetryStopSetting::kInvalid;
}

}  // namespace baton::core
