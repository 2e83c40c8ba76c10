// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/driver/inline_stream_driver.h"

#include <algorithm>
#include <utility>

#include "absl/time/time.h"
#include "baton/rpc/stream/driver/queue_drain.h"

namespace baton::rpc {
void InlineStreamDriver::Run(InterceptorBatchMethods* batch,
                             const std::function<void()>& submit,
                             const std::function<void()>& on_timer) {
  Waiter waiter{batch, std::this_thread::get_id(), false};
  {
    const MutexLock lock(mutex_);
    waiters_.push_back(&waiter);
  }
  submit();
  MutexLock lock(mutex_);
  while (!waiter.completed) {
    if (!TimerIsDue()) {
      Wait(waiter);
      continue;
    }
    CatchUp();
    if (waiter.completed || !TimerIsDue()) continue;
    // It may be left to another thread.
    timer_ = MonotonicTime::InfiniteFuture();
    lock.Unlock();
    on_timer();
    lock.Lock();
  }
  waiters_.erase(std::find(waiters_.begin(), waiters_.end(), &waiter));
}

bool InlineStreamDriver::TimerIsDue() const {
  return timer_ != MonotonicTime::InfiniteFuture() && runtime_.Now() >= timer_;
}

void InlineStreamDriver::CatchUp() {
  bool wakes = false;
  mutex_.Unlock();
  for (int left = queue_.operations(); left > 0; --left) {
    const StreamQueue::Handled handled = queue_.HandleOne(MonotonicTime());
    if (handled == StreamQueue::Handled::kNothing) break;
    wakes |= handled == StreamQueue::Handled::kWake;
  }
  mutex_.Lock();
  // It was not meant for us.
  if (wakes) WakePoller();
}

void InlineStreamDriver::Wait(Waiter& waiter) {
  if (!ends_.empty()) return FetchEnd();
  if (queue_.operations() > 0) {
    if (poller_ == nullptr) {
      Poll(waiter);
      return;
    }
    // What has ended already need not wait for the other thread to wake up.
    if (!waking_ && HelpPoll(waiter)) return;
  }
  absl::Duration longest = longest_wait_;
  if (timer_ != MonotonicTime::InfiniteFuture()) {
    longest = std::min(longest, timer_ - runtime_.Now());
  }
  changed_.WaitFor(mutex_, absl::ToChronoNanoseconds(longest));
}

// It comes soon, or the waiter's own batch waits for it.
void InlineStreamDriver::FetchEnd() {
  const PluckedEnd end = ends_.front();
  ends_.erase(ends_.begin());
  mutex_.Unlock();
  end.Fetch();
  mutex_.Lock();
}

void InlineStreamDriver::Add(const PluckedEnd& end) {
  const MutexLock lock(mutex_);
  ends_.push_back(end);
  changed_.NotifyAll();
  WakePoller();
}

void InlineStreamDriver::FetchRest() {
  MutexLock lock(mutex_);
  while (!ends_.empty()) {
    ends_.front().Cancel();
    FetchEnd();
  }
}

bool InlineStreamDriver::HelpPoll(Waiter& waiter) {
  mutex_.Unlock();
  const StreamQueue::Handled handled = queue_.HandleOne(MonotonicTime());
  mutex_.Lock();
  // It was not meant for us.
  if (handled == StreamQueue::Handled::kWake) WakePoller();
  return handled == StreamQueue::Handled::kOperation || waiter.completed ||
         poller_ == nullptr;
}

void InlineStreamDriver::Poll(Waiter& waiter) {
  poller_ = &waiter;
  const MonotonicTime until = timer_;
  polls_until_ = until;
  mutex_.Unlock();
  queue_.HandleOne(until);
  mutex_.Lock();
  poller_ = nullptr;
  waking_ = false;
  if (waiters_.size() > 1) changed_.NotifyAll();
}

void InlineStreamDriver::SetTimer(MonotonicTime at) {
  const MutexLock lock(mutex_);
  timer_ = at;
  if (waiters_.empty()) return;
  changed_.NotifyAll();
  if (poller_ != nullptr && at < polls_until_) WakePoller();
}

void InlineStreamDriver::OnCompleted(InterceptorBatchMethods* batch) {
  const MutexLock lock(mutex_);
  for (Waiter* waiter : waiters_) {
    if (waiter->batch != batch) continue;
    waiter->completed = true;
    if (waiter == poller_) WakePoller();
  }
  changed_.NotifyAll();
}

void InlineStreamDriver::OnStarted(
    const std::shared_ptr<StreamAttempt>& attempt) {
  std::shared_ptr<StreamAttempt> dropped = attempt;
  const MutexLock lock(mutex_);
  attempt_.swap(dropped);
  changed_.NotifyAll();
}

void InlineStreamDriver::OnOperations() {
  // A thread that waits without polling must poll the new operations. The
  // calling thread looks for them itself.
  const MutexLock lock(mutex_);
  const bool others_wait =
      std::any_of(waiters_.begin(), waiters_.end(), [](const Waiter* waiter) {
        return waiter->thread != std::this_thread::get_id();
      });
  if (others_wait) changed_.NotifyAll();
}

void InlineStreamDriver::OnAbandoned(std::shared_ptr<const void> call) {
  DrainAtOnce(queue_, runtime_);
  {
    std::shared_ptr<StreamAttempt> dropped;
    const MutexLock lock(mutex_);
    attempt_.swap(dropped);
  }
  DrainLater(std::move(call), queue_, runtime_);
}

void InlineStreamDriver::WakePoller() {
  if (poller_ == nullptr || poller_->thread == std::this_thread::get_id() ||
      attempt_ == nullptr) {
    return;
  }
  waking_ = true;
  queue_.Wake(attempt_->context.c_call());
}

}  // namespace baton::rpc
