// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/runtime/retry_stop_variable.h"

#include <cstddef>
#include <cstdlib>
#include <iostream>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "baton/policy/retry_stop.h"

namespace baton::rpc {
namespace {

constexpr char kName[] = "BATON_STOP_ALL_RETRIES";
constexpr std::size_t kMaxPrinted = 40;

bool Read() {
  const char* const value = std::getenv(kName);
  if (value == nullptr) return false;
  const RetryStopSetting setting = ParseRetryStopSetting(value);
  if (setting == RetryStopSetting::kOff) return false;
  // Never destroyed: the variable applies to the whole life of the process.
  new RetryStop;
  const absl::string_view text(value);
  // One write, so that lines of several threads do not mix.
  std::cerr << (setting == RetryStopSetting::kOn
                    ? absl::StrCat("baton: ", kName,
                                   " is set: this process makes no retries and "
                                   "no hedges\n")
                    : absl::StrCat(
                          "baton: ", kName, ": must be 0 or 1, got '",
                          absl::CHexEscape(text.substr(0, kMaxPrinted)),
                          "': counts as 1, so this process makes no "
                          "retries and no hedges\n"));
  return true;
}

}  // namespace

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

void ReadRetryStopVariable() {
  [[maybe_unused]] static const bool stops = Read();
}

}  // namespace baton::rpc
