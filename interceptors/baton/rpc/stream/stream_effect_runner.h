// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_STREAM_EFFECT_RUNNER_H_
#define BATON_RPC_STREAM_STREAM_EFFECT_RUNNER_H_

#include <atomic>

#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/stream/driver/stream_driver.h"
#include "baton/rpc/stream/stream_effects.h"
#include "baton/rpc/stream/stream_machine.h"

namespace baton::rpc {

// Executes the effects that the machine of a stream asks for: starts attempts
// and operations, and completes batches of the application. Owned by the
// StreamCall. Used on its strand, except IsCompletedAgain().
class StreamEffectRunner {
 public:
  // Both must outlive this object.
  StreamEffectRunner(StreamMachine& machine, StreamDriver& driver)
      : machine_(machine), driver_(driver) {}

  // May run interceptors and code of the application.
  void Run(StreamEffects& effects);

  // Returns whether Baton is completing this batch again, so that it only has
  // to proceed. Returns true once for each time. Thread-safe.
  bool IsCompletedAgain(InterceptorBatchMethods* batch) {
    return completed_again_.compare_exchange_strong(batch, nullptr);
  }

 private:
  void StartAttempt(StreamEffects& effects);
  void CompleteSend(const StreamEffects::SendCompletion& completion);
  void CompleteReceive(StreamEffects::ReceiveCompletion& completion,
                       const StreamEffects& effects);
  void Complete(InterceptorBatchMethods* batch);
  void CompleteAgain(InterceptorBatchMethods* batch, bool ok);

  StreamMachine& machine_;
  StreamDriver& driver_;
  std::atomic<InterceptorBatchMethods*> completed_again_{nullptr};
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_STREAM_EFFECT_RUNNER_H_
