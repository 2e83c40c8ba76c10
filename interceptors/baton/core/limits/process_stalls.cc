// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/process_stalls.h"

#include <algorithm>

namespace baton::core {

void ProcessStalls::Note(MonotonicTime due, MonotonicTime ran) {
  if (ran - due < kShortest) return;
  const MutexLock lock(mutex_);
  Stall& latest = stalls_[latest_];
  if (due <= latest.to) {
    // Several timers were late in one stall.
    latest.from = std::min(latest.from, due);
    latest.to = std::max(latest.to, ran);
  } else {
    latest_ = (latest_ + 1) % kRemembered;
    stalls_[latest_] = {due, ran};
  }
  NoteLength(stalls_[latest_]);
  latest_end_.store(stalls_[latest_].to.nanos(), std::memory_order_release);
}

void ProcessStalls::NoteLength(const Stall& stall) {
  const int64_t number = WindowOf(stall.to);
  Window& window = windows_[static_cast<std::size_t>(number % 2)];
  if (window.number != number) window = {number, absl::ZeroDuration()};
  window.longest = std::max(window.longest, stall.to - stall.from);
}

absl::Duration ProcessStalls::Within(MonotonicTime from,
                                     MonotonicTime to) const {
  if (latest_end_.load(std::memory_order_acquire) <= from.nanos()) {
    return absl::ZeroDuration();
  }
  absl::Duration sum = absl::ZeroDuration();
  const MutexLock lock(mutex_);
  for (const Stall& stall : stalls_) sum += Overlap(stall, from, to);
  return sum;
}

absl::Duration ProcessStalls::Within(MonotonicTime from, MonotonicTime to,
                                     MonotonicTime due,
                                     MonotonicTime now) const {
  return Within(from, to) + Overlap(Pending(due, now), from, to);
}

ProcessStalls::Stall ProcessStalls::Pending(MonotonicTime due,
                                            MonotonicTime now) const {
  if (now - due < kShortest) return {now, now};
  // The stall may have been noted since the caller read `due`.
  const MonotonicTime noted_to =
      MonotonicTime::FromNanos(latest_end_.load(std::memory_order_acquire));
  return {std::max(due, noted_to), now};
}

absl::Duration ProcessStalls::Longest(MonotonicTime now) const {
  const int64_t number = WindowOf(now);
  absl::Duration longest = absl::ZeroDuration();
  const MutexLock lock(mutex_);
  for (const Window& window : windows_) {
    if (window.number < number - 1) continue;
    longest = std::max(longest, window.longest);
  }
  return longest;
}

absl::Duration ProcessStalls::Longest(MonotonicTime now,
                                      MonotonicTime due) const {
  const Stall pending = Pending(due, now);
  return std::max(Longest(now), pending.to - pending.from);
}

int64_t ProcessStalls::WindowOf(MonotonicTime time) {
  return time.nanos() / absl::ToInt64Nanoseconds(kWindow);
}

absl::Duration ProcessStalls::Overlap(const Stall& stall, MonotonicTime from,
                                      MonotonicTime to) {
  return std::max(absl::ZeroDuration(),
                  std::min(stall.to, to) - std::max(stall.from, from));
}

}  // namespace baton::core
