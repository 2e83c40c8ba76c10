// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_FALLBACK_OPTIONS_H_
#define BATON_POLICY_FALLBACK_OPTIONS_H_

#include "baton/base/export.h"

#include <optional>

namespace BATON_EXPORT baton {

// The calls that may use a fallback channel.
enum class FallbackCalls {
  kNone,
  kNoSideEffects,  // read-only calls
  kIdempotent,     // also idempotent calls: may change two places
};

// The attempts of a method that use fallback channels. These options have no
// effect on a channel without fallback channels.
struct FallbackOptions {
  // The calls that may use a fallback channel. kNone: no call.
  FallbackCalls eligible_calls = FallbackCalls::kNoSideEffects;
  // The number of the first attempt that uses a fallback channel. It uses the
  // first fallback channel, the next attempt the second one, and so on. After
  // the last fallback channel, all further attempts use that channel, too. 2 to
  // 10. Not set: the last attempt that the policy and the grant of the request
  // allow.
  std::optional<int> from_attempt;
  // Whether read-only calls use a fallback channel for their first attempt
  // while the primary channel has no connection. False: the first attempt
  // always uses the primary channel.
  bool first_if_unconnected = true;
};

}  // namespace baton

#endif  // BATON_POLICY_FALLBACK_OPTIONS_H_
