// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_UNARY_RETRIES_H_
#define BATON_RPC_UNARY_UNARY_RETRIES_H_

#include <optional>

#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/unary/unary_ending.h"
#include "baton/rpc/unary/unary_state.h"
#include "baton/rpc/unary/unary_times.h"

namespace baton::rpc {

// Sends the attempts of a unary call that are gRPC calls of their own, and
// waits between them. Used on the call's strand.
class UnaryRetries {
 public:
  // All must outlive this object.
  UnaryRetries(UnaryState& state, UnaryTimes& times, UnaryEnding& ending)
      : state_(state), times_(times), ending_(ending) {}

  void StartAttempt();
  // Waits for the next attempt, which is charged already.
  void RetryAfter(const Decision& decision);
  // The channel of the only attempt did not connect in time. This is decided
  // and recorded.
  void OnNotConnected(const Decision& decision);
  // The delay before the next attempt is over, or a wait for a connection.
  void OnEndOfWait(MonotonicTime now);
  // A channel may have a connection.
  void OnConnected();

 private:
  // Returns whether the next attempt may start on this thread, without a wait.
  bool StartsAtOnce(const Decision& decision) const;

  UnaryState& state_;
  UnaryTimes& times_;
  UnaryEnding& ending_;
  // The stub for the channel below Baton, since the first attempt on it.
  std::optional<RawStub> stub_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_UNARY_RETRIES_H_
