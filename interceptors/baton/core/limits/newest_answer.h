// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_NEWEST_ANSWER_H_
#define BATON_CORE_LIMITS_NEWEST_ANSWER_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "baton/monotonic_time.h"

namespace baton::core {

// Remembers which attempts of a method were answered: the latest start of an
// answered attempt. A late attempt was overtaken if an attempt that started
// later was answered already. See late_attempt.h.
//
// Each answer belongs to a lane: the thread or the completion queue that
// delivered it. Lanes use separate cache lines, so that healthy calls on
// different threads do not write to the same cache line.
//
// Several lanes may share an entry. The entry then remembers only the lane of
// its latest start, so that an answer may be forgotten, but never invented.
//
// One per method and target. Thread-safe and lock-free. 1 KiB.
class NewestAnswer {
 public:
  // Records that an attempt was answered.
  void Record(MonotonicTime started_at, uint64_t lane);

  // Returns whether an attempt that started after `time` was answered.
  bool AnyAfter(MonotonicTime time) const;
  // Considers only the answers that `lane` delivered.
  bool AnyAfter(MonotonicTime time, uint64_t lane) const;

 private:
  static constexpr std::size_t kEntries = 16;
  static constexpr std::size_t kCacheLine = 64;

  // The start in microseconds, and the low bits of the lane. One word, so that
  // both change at once. 0: no answer.
  struct alignas(kCacheLine) Entry {
    std::atomic<uint64_t> word{0};
  };

  static std::size_t EntryOf(uint64_t lane);

  std::array<Entry, kEntries> entries_;
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_NEWEST_ANSWER_H_
