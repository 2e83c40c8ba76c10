// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_FALLBACK_ROUTE_H_
#define BATON_CORE_DECISION_FALLBACK_ROUTE_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "baton/policy/method_policy.h"

namespace baton::core {

// Returns whether calls of this policy may use a fallback channel.
bool MayFallBack(const MethodPolicy& policy);

// Selects the channel of each attempt of one call. Channel index 0 is the
// primary channel. Channel index i is the i-th fallback channel.
//
// The policy assigns channels to attempts by number. The primary channel comes
// first only while it can help. The fallback channels come earlier if an
// attempt found no connection on the primary channel. They also come earlier if
// retries there have been unsuccessful. An attempt that no server sees adds no
// load, and a call that a fallback could serve need not wait.
//
// Owned by the object that drives the attempts of the call. Not thread-safe.
class FallbackRoute {
 public:
  static constexpr int kPrimary = 0;

  // Creates a route on which all attempts use the primary channel.
  FallbackRoute() = default;
  // `channels` is the number of fallback channels. `grant` is the grant of the
  // call.
  FallbackRoute(const MethodPolicy& policy, int grant, int channels);

  bool has_fallbacks() const { return channels_ > 0; }

  // Returns the channel index of attempt `number` (from 1) by the policy alone.
  int ChannelIndexOf(int number) const;

  // Returns the channel index of attempt `number`. Tries the policy's channel
  // first, then higher channel indexes, then lower ones. Skips channels without
  // a connection. Also skips channels where retries have been unsuccessful:
  // `helps` then returns false. If none is left, returns the policy's channel.
  int Next(int number, absl::FunctionRef<bool(int channel_index)> helps) const;

  // Records that an attempt found no connection on this channel, or found one.
  void NoteUnconnected(int channel_index) {
    unconnected_ |= Bit(channel_index);
  }
  void NoteConnected(int channel_index) { unconnected_ &= ~Bit(channel_index); }
  bool IsUnconnected(int channel_index) const {
    return (unconnected_ & Bit(channel_index)) != 0;
  }
  // Forgets all missing connections, because some may exist again.
  void ForgetUnconnected() { unconnected_ = 0; }

 private:
  static uint32_t Bit(int channel_index) {
    return uint32_t{1} << channel_index;
  }

  int channels_ = 0;
  int from_attempt_ = 0;
  uint32_t unconnected_ = 0;  // one bit for each channel
};

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_FALLBACK_ROUTE_H_
