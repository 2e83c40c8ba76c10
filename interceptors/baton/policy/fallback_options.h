// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_FALLBACK_OPTIONS_H_
#define BATON_POLICY_FALLBACK_OPTIONS_H_

#include <optional>

namespace baton {

// Which calls may go to another channel than their own.
enum class FallbackCalls {
  kNone,
  kNoSideEffects,  // those that change nothing
  kIdempotent,     // those and the idempotent: two places may be changed
};

// When late attempts of a method go to the fallback channels of its channel,
// if that has any.
struct FallbackOptions {
  FallbackCalls calls = FallbackCalls::kNoSideEffects;
  // The number of the first attempt that does; the one after it goes to the
  // second channel, and so on, and all that are left to the last. 2 to 5. Not
  // set: the last attempt that the policy and the request's grant allow.
  std::optional<int> from_attempt;
};

}  // namespace baton

#endif  // BATON_POLICY_FALLBACK_OPTIONS_H_
