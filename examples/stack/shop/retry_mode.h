// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_SHOP_RETRY_MODE_H_
#define BATON_EXAMPLES_STACK_SHOP_RETRY_MODE_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace baton::stack {

// The retry mechanism, the same in each layer. All mechanisms make up to three
// attempts and use the same backoff. All retry after UNAVAILABLE, and the loop
// also after DEADLINE_EXCEEDED.
enum class RetryMode {
  kNone,             // no retries
  kLoop,             // a loop around the call, with a timeout for each attempt
  kNative,           // gRPC, with the retry policy of a service config
  kNativeThrottled,  // the same, with gRPC's retry throttling
  kBaton,            // Baton, with its defaults
};

inline constexpr RetryMode kRetryModes[] = {
    RetryMode::kNone, RetryMode::kLoop, RetryMode::kNative,
    RetryMode::kNativeThrottled, RetryMode::kBaton};

inline constexpr int kAttempts = 3;

// The default timeout of each attempt of the loop. Three attempts fit into 1 s.
inline constexpr absl::Duration kLoopTimeout = absl::Milliseconds(300);

// The initial backoff of gRPC's retries, the same as Baton's default.
inline constexpr absl::Duration kNativeBackoff = absl::Milliseconds(25);

// Returns the value of the flag, like "native-throttled".
std::string FlagOf(RetryMode mode);
// Returns the name in tables, like "gRPC retries, throttled".
std::string NameOf(RetryMode mode);

absl::StatusOr<RetryMode> ParseRetryMode(absl::string_view flag);

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_RETRY_MODE_H_
