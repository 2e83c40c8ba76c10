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

// Returns whether the first attempt of such a call may use a fallback channel,
// while the primary channel has no connection. Only calls that change nothing
// may, whatever other calls may use fallback channels later.
bool MayStartOnFallback(const MethodPolicy& policy);

// Selects the channel of each attempt of one call. Channel index 0 is the
// primary channel. Channel index i is the i-th fallback channel.
//
// The policy assigns a channel to each attempt by the number of the attempt.
// Next() skips the assigned channel in two cases:
//
// - An attempt found no connection on this channel. With another channel, the
//   call need not wait for a connection.
// - A retry breaker of this channel is open, because the latest attempts there
//   failed.
//
// Baton may therefore use a fallback channel earlier than the policy does.
//
// If the first attempt uses a fallback channel and fails, the next attempt uses
// the primary channel. The primary channel may be connected again by then.
//
// Owned by the object that drives the attempts of the call. Not thread-safe.
class FallbackRoute {
 public:
  // The channel index of the primary channel.
  static constexpr int kPrimary = 0;

  // Creates a route on which all attempts use the primary channel.
  FallbackRoute() = default;
  // Creates a route with `channels` fallback channels. `grant` is the grant of
  // the call. If the policy allows no fallback for the call, the route uses
  // only the primary channel.
  FallbackRoute(const MethodPolicy& policy, int grant, int channels);

  bool has_fallbacks() const { return channels_ > 0; }

  // Returns the channel index that the policy assigns to attempt `number`. The
  // first attempt has number 1.
  int ChannelIndexOf(int number) const;

  // Records that the first attempt uses a fallback channel, because the primary
  // channel has no connection.
  void StartOnFallback() {
    unconnected_ |= Bit(kPrimary);
    owes_primary_ = true;
  }
  // Records that an attempt on a fallback channel failed. If no attempt has
  // used the primary channel, Next() then returns it.
  void OnFallbackFailed() {
    if (owes_primary_) unconnected_ &= ~Bit(kPrimary);
  }

  // Returns the channel index of attempt `number`. Tries the assigned channel
  // first, then higher channel indexes, then lower ones. Skips channels on
  // which an attempt found no connection. Also skips channels for which `helps`
  // returns false: retries on such a channel have almost all failed. If all are
  // skipped, returns the assigned channel.
  int Next(int number, absl::FunctionRef<bool(int channel_index)> helps) const;

  // Records that an attempt found no connection on this channel.
  void NoteUnconnected(int channel_index) {
    unconnected_ |= Bit(channel_index);
    if (channel_index == kPrimary) owes_primary_ = false;
  }
  // Records that an attempt was sent on this channel, so that it has a
  // connection.
  void NoteConnected(int channel_index) {
    unconnected_ &= ~Bit(channel_index);
    if (channel_index == kPrimary) owes_primary_ = false;
  }
  // Returns whether the route treats this channel as one without a connection.
  bool IsUnconnected(int channel_index) const {
    return (unconnected_ & Bit(channel_index)) != 0;
  }
  // Forgets all missing connections, because some of these channels may have a
  // connection again.
  void ForgetUnconnected() { unconnected_ = 0; }

 private:
  static uint32_t Bit(int channel_index) {
    return uint32_t{1} << channel_index;
  }

  int channels_ = 0;
  int from_attempt_ = 0;
  uint32_t unconnected_ = 0;  // one bit for each channel
  // Whether the call started on a fallback channel, and no attempt has used the
  // primary channel since then.
  bool owes_primary_ = false;
};

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_FALLBACK_ROUTE_H_
