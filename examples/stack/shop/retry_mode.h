// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_SHOP_RETRY_MODE_H_
#define BATON_EXAMPLES_STACK_SHOP_RETRY_MODE_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace baton::stack {

// Who retries, at each of the layers alike: three attempts, after UNAVAILABLE,
// with the same backoff.
enum class RetryMode {
  kNone,             // nobody
  kLoop,             // a loop around the call, with a timeout for each attempt
  kNative,           // gRPC, by the retry policy of a service config
  kNativeThrottled,  // the same, with gRPC's throttle
  kBaton,            // Baton, with its defaults
};

inline constexpr RetryMode kRetryModes[] = {
    RetryMode::kNone, RetryMode::kLoop, RetryMode::kNative,
    RetryMode::kNativeThrottled, RetryMode::kBaton};

inline constexpr int kAttempts = 3;

// What the loop gives each attempt by default: three of them fit a second.
inline constexpr absl::Duration kLoopTimeout = absl::Milliseconds(300);

// What gRPC's retries wait at first: as Baton's defaults do.
inline constexpr absl::Duration kNativeBackoff = absl::Milliseconds(25);

// "native-throttled", as on the command line.
std::string FlagOf(RetryMode mode);
// "gRPC retries, throttled", as in tables.
std::string NameOf(RetryMode mode);

absl::StatusOr<RetryMode> ParseRetryMode(absl::string_view flag);

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_RETRY_MODE_H_
