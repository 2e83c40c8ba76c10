// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/driver/inline_driver.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "baton/rpc/unary/driver/attempt_pollers.h"
#include "baton/rpc/unary/driver/inline_queue.h"

namespace baton::rpc {
namespace {

// Bounds a wait without a timer; it is looked at again afterwards.
constexpr absl::Duration kLongestWait = absl::Seconds(1);

// A cancelled attempt ends without the network.
constexpr absl::Duration kDrainWait = absl::Milliseconds(2);

}  // namespace

void InlineDriver::Run(const std::function<void()>& begin,
                       const std::function<void()>& on_timer) {
  InlineQueue lease;
  {
    const MutexLock lock(mutex_);
    assert(queue_ == nullptr);  // only one Run()
    queue_ = &lease.queue();
  }
  begin();
  for (;;) {
    const Situation situation = Now();
    if (situation.phase == Phase::kFinished) break;
    if (runtime_.Now() >= situation.timer) {
      on_timer();
      // Unless it was left to another thread, it has changed the situation.
      WaitForChange(situation, kLongestWait);
    } else {
      Wait(situation);
    }
  }
  DrainQueue();
}

bool InlineDriver::HasFinished() {
  const MutexLock lock(mutex_);
  return situation_.phase == Phase::kFinished;
}

void InlineDriver::Wait(const Situation& situation) {
  if (situation.phase == Phase::kRunning && AwaitsAttempt()) {
    // Cancelling the call cancels the attempt, which ends this wait.
    queue().HandleOne(situation.timer);
  } else {
    WaitForChange(situation, situation.timer - runtime_.Now());
  }
}

void InlineDriver::WaitForChange(const Situation& situation,
                                 absl::Duration longest) {
  const absl::Duration left = std::min(longest, kLongestWait);
  const MutexLock lock(mutex_);
  // On the steady clock: a step of the wall clock must not lengthen a wait.
  // A timer that was set again to the same time is also a change.
  const auto changed = [this, &situation]()
                           ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
                             return situation_.changes != situation.changes;
                           };
  changed_.WaitFor(mutex_, absl::ToChronoNanoseconds(left), changed);
}

AttemptQueue& InlineDriver::queue() {
  const MutexLock lock(mutex_);
  return *queue_;
}

InlineDriver::Situation InlineDriver::Now() {
  const MutexLock lock(mutex_);
  return situation_;
}

void InlineDriver::Start(RawStub& stub, const std::string& method,
                         const grpc::ByteBuffer& request,
                         std::shared_ptr<Attempt> attempt) {
  AttemptQueue* queue = nullptr;
  {
    const MutexLock lock(mutex_);
    queue = queue_;
  }
  if (queue == nullptr) {
    // The thread of the call is in gRPC, and polls for the first attempt only.
    return ProcessAttemptPollers().Next().Start(stub, method, request,
                                                std::move(attempt));
  }
  std::shared_ptr<const Attempt> started = attempt;
  queue->Start(stub, method, request, std::move(attempt));
  const MutexLock lock(mutex_);
  attempts_.push_back(std::move(started));
  ++situation_.changes;
  changed_.NotifyOne();
}

bool InlineDriver::AwaitsAttempt() {
  decltype(attempts_) ended;  // not to be destroyed with the lock
  const MutexLock lock(mutex_);
  // Each holds itself until its end is told, which is on this thread.
  const auto runs = [](const std::shared_ptr<const Attempt>& attempt) {
    return attempt->self != nullptr;
  };
  const auto rest = std::partition(attempts_.begin(), attempts_.end(), runs);
  ended.assign(std::make_move_iterator(rest),
               std::make_move_iterator(attempts_.end()));
  attempts_.erase(rest, attempts_.end());
  return !attempts_.empty();
}

void InlineDriver::DrainQueue() {
  if (!AwaitsAttempt()) return;
  const MonotonicTime until = runtime_.Now() + kDrainWait;
  while (AwaitsAttempt() && queue().HandleOne(until)) {
  }
}

void InlineDriver::SetTimer(MonotonicTime at) {
  const MutexLock lock(mutex_);
  situation_.timer = at;
  ++situation_.changes;
  changed_.NotifyOne();
}

void InlineDriver::OnPhase(Phase phase) {
  const MutexLock lock(mutex_);
  if (situation_.phase == phase) return;
  situation_.phase = phase;
  ++situation_.changes;
  changed_.NotifyOne();
}

}  // namespace baton::rpc
