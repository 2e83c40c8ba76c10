// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_IN_PLACE_PHASE_H_
#define BATON_RPC_UNARY_IN_PLACE_PHASE_H_

#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/unary/attempt_ends.h"
#include "baton/rpc/unary/started_in_place.h"
#include "baton/rpc/unary/unary_ending.h"
#include "baton/rpc/unary/unary_retries.h"
#include "baton/rpc/unary/unary_state.h"
#include "baton/rpc/unary/unary_times.h"

namespace baton::rpc {

// The phase of a unary call in which its first attempt uses the application's
// own call. A second attempt may start beside a late one. Baton recalls an
// attempt that has timed out: it cancels it, and starts the next one when it
// has ended. Used on the call's strand.
class InPlacePhase {
 public:
  // All must outlive this object.
  InPlacePhase(UnaryState& state, UnaryTimes& times, UnaryEnding& ending,
               UnaryRetries& retries, AttemptEnds& ends)
      : state_(state),
        times_(times),
        ending_(ending),
        retries_(retries),
        ends_(ends) {}

  // Starts the attempt on `batch`, which the caller then lets proceed.
  void Start(InterceptorBatchMethods& batch);
  // Continues with an attempt that has started.
  void Resume(StartedInPlace& started);

  void OnTimer();
  // `batch` has come back with the end of the attempt.
  void OnEnd(InterceptorBatchMethods* batch);

 private:
  // Creates the attempt. `message`: of the application, in `batch`.
  void Emplace(InterceptorBatchMethods& batch, void* message,
               const AttemptFacts& facts);
  AttemptFacts StartFirst();
  void WriteMetadata(InterceptorBatchMethods& batch);
  bool AdmitSecond(MonotonicTime now);
  void OnTimeout(MonotonicTime now);
  void RetryAfterTimeout();
  void EndWith(InterceptorBatchMethods& batch);

  UnaryState& state_;
  UnaryTimes& times_;
  UnaryEnding& ending_;
  UnaryRetries& retries_;
  AttemptEnds& ends_;
  Decision after_timeout_;  // of an attempt that was recalled
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_IN_PLACE_PHASE_H_
