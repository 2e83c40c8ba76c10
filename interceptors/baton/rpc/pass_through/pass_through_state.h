// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_PASS_THROUGH_PASS_THROUGH_STATE_H_
#define BATON_RPC_PASS_THROUGH_PASS_THROUGH_STATE_H_

#include <atomic>
#include <optional>

#include "baton/mutex.h"

namespace baton::rpc {

// Whether a pass-through call has started and ended. A corked stream sends its
// metadata late. Its status can arrive before that, or on another thread at the
// same time. The end then waits for the start. Owned by the call. Thread-safe,
// and takes no lock unless two threads meet.
class PassThroughState {
 public:
  // Begins the start. False: the call has started or ended before. After true,
  // call EndStart().
  bool BeginStart();
  void EndStart();
  // Begins with a call that was started elsewhere.
  void SetStarted() { phase_ = Phase::kStarted; }

  // Returns whether the call was started, on the first call of this function.
  // Later: nullopt, because it has ended before. Waits for a start that runs on
  // another thread.
  std::optional<bool> End();

  bool IsStarted() const { return phase_ == Phase::kStarted; }
  bool HasEnded() const { return phase_ == Phase::kEnded; }

 private:
  enum class Phase {
    kIdle,
    kStarting,
    kAwaitedStart,  // kStarting, and the thread that ends the call waits
    kStarted,
    kEnded,
  };

  // Waits until the start, which runs on another thread, is done.
  void AwaitStart();

  std::atomic<Phase> phase_{Phase::kIdle};
  Mutex mutex_;
  CondVar start_done_;  // signals that the phase is no longer kAwaitedStart
};

}  // namespace baton::rpc

#endif  // BATON_RPC_PASS_THROUGH_PASS_THROUGH_STATE_H_
