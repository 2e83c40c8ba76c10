// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/shop/retry_mode.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace baton::stack {

std::string FlagOf(RetryMode mode) {
  switch (mode) {
    case RetryMode::kNone:
      return "none";
    case RetryMode::kLoop:
      return "loop";
    case RetryMode::kNative:
      return "native";
    case RetryMode::kNativeThrottled:
      return "native-throttled";
    case RetryMode::kBaton:
      return "baton";
  }
  return "";
}

std::string NameOf(RetryMode mode) {
  switch (mode) {
    case RetryMode::kNone:
      return "no retries";
    case RetryMode::kLoop:
      return "a loop at each layer";
    case RetryMode::kNative:
      return "gRPC retries";
    case RetryMode::kNativeThrottled:
      return "gRPC retries, throttled";
    case RetryMode::kBaton:
      return "Baton";
  }
  return "";
}

absl::StatusOr<RetryMode> ParseRetryMode(absl::string_view flag) {
  for (const RetryMode mode : kRetryModes) {
    if (FlagOf(mode) == flag) return mode;
  }
  return absl::InvalidArgumentError(
      absl::StrCat("retry mode: must be one of none, loop, native, "
                   "native-throttled, baton, got \"",
                   flag, "\""));
}

}  // namespace baton::stack
