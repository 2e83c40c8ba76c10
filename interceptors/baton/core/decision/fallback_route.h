// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_FALLBACK_ROUTE_H_
#define BATON_CORE_DECISION_FALLBACK_ROUTE_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "baton/policy/method_policy.h"

namespace baton::core {

// May calls of this policy be sent to another channel than their own?
bool MayFallBack(const MethodPolicy& policy);

// Where the attempts of one call go: home, which is place 0, or to the i-th of
// its fallback channels, which is place i.
//
// The policy says by numbers which attempts go where. But home comes first only
// as long as it can be of use: an attempt that finds no connection there, or
// that would not be made because retries have not been helping there, brings
// the fallback channels forward. An attempt that no server sees is no burden
// to anybody, and a call that could be served elsewhere need not wait.
//
// Not thread-safe: whoever drives the call's attempts owns it.
class FallbackRoute {
 public:
  static constexpr int kHome = 0;

  // All attempts are made at home.
  FallbackRoute() = default;
  // `channels`: how many there are beside home. `grant` is what the call may
  // spend.
  FallbackRoute(const MethodPolicy& policy, int grant, int channels);

  bool leaves_home() const { return channels_ > 0; }

  // The place of the attempt with this number, from 1, by the policy alone.
  int PlaceOf(int number) const;

  // Where the next attempt goes, which has this number: to its place by the
  // policy or, if that is of no use, to the next one that is, or else to one
  // before it. If none is, to its own. `helps`: have retries at that place been
  // helping?
  int Next(int number, absl::FunctionRef<bool(int place)> helps) const;

  // An attempt found no connection at this place; or found one.
  void NoteUnconnected(int place) { unconnected_ |= Bit(place); }
  void NoteConnected(int place) { unconnected_ &= ~Bit(place); }
  bool IsUnconnected(int place) const {
    return (unconnected_ & Bit(place)) != 0;
  }
  // Some place may have a connection again.
  void ForgetUnconnected() { unconnected_ = 0; }

 private:
  static uint32_t Bit(int place) { return uint32_t{1} << place; }

  int channels_ = 0;
  int from_attempt_ = 0;
  uint32_t unconnected_ = 0;  // a bit for each place
};

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_FALLBACK_ROUTE_H_
