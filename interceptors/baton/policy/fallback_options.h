// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_FALLBACK_OPTIONS_H_
#define BATON_POLICY_FALLBACK_OPTIONS_H_

#include <optional>

namespace baton {

// The calls that may use a fallback channel.
enum class FallbackCalls {
  kNone,
  kNoSideEffects,  // read-only calls
  kIdempotent,     // also idempotent calls: two places may be changed
};

// Selects the later attempts of a method that use the fallback channels of its
// channel. Has no effect on a channel without fallbacks.
struct FallbackOptions {
  // The calls that may use a fallback channel. kNone: no call.
  FallbackCalls eligible_calls = FallbackCalls::kNoSideEffects;
  // The number of the first attempt that uses a fallback channel. The next
  // attempt uses the second one, and so on. All attempts that are left use the
  // last one. 2 to 5. Not set: the last attempt that the policy and the
  // request's grant allow.
  std::optional<int> from_attempt;
};

}  // namespace baton

#endif  // BATON_POLICY_FALLBACK_OPTIONS_H_
