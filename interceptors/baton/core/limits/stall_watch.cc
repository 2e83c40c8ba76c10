// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/stall_watch.h"

#include <algorithm>

namespace baton::core {
namespace {

int64_t Micros(absl::Duration duration) {
  return absl::ToInt64Microseconds(duration);
}

int64_t Micros(MonotonicTime time) { return Micros(time.since_origin()); }

}  // namespace

void StallWatch::OnTick(MonotonicTime now) {
  Check(Micros(now));
  last_tick_.store(Micros(now), std::memory_order_relaxed);
}

absl::Duration StallWatch::WaitAt(MonotonicTime now) {
  Check(Micros(now));
  const int64_t until = stalled_until_.load(std::memory_order_acquire);
  const int64_t wait = wait_.load(std::memory_order_relaxed);
  if (until == kNever || Micros(now) - until >= kWaits * wait) {
    return absl::ZeroDuration();
  }
  return absl::Microseconds(wait);
}

void StallWatch::Check(int64_t now) {
  int64_t last = last_tick_.load(std::memory_order_acquire);
  if (last == kNever || now - last < Micros(kStall)) return;
  // All threads that see the missing tick store about the same values.
  wait_.store(
      std::clamp((now - last) / 100, Micros(kMinWait), Micros(kMaxWait)),
      std::memory_order_relaxed);
  stalled_until_.store(now, std::memory_order_release);
  last_tick_.compare_exchange_strong(last, now, std::memory_order_release);
}

}  // namespace baton::core
