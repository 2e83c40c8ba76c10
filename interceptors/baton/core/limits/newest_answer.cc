// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/newest_answer.h"

#include <algorithm>

#include "absl/time/time.h"

namespace baton::core {
namespace {

constexpr int kLaneBits = 16;

uint64_t MicrosOf(MonotonicTime time) {
  const int64_t micros = time.nanos() / 1000;
  constexpr int64_t kMax = (int64_t{1} << (63 - kLaneBits)) - 1;
  return static_cast<uint64_t>(std::clamp<int64_t>(micros, 0, kMax));
}

// Returns a number whose low bits differ between neighboring lanes, whether
// they are counters or addresses.
uint64_t Mix(uint64_t lane) {
  constexpr uint64_t kMultiplier = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio
  return (lane * kMultiplier) >> 32;
}

uint64_t TagOf(uint64_t lane) {
  return Mix(lane) & ((uint64_t{1} << kLaneBits) - 1);
}

}  // namespace

std::size_t NewestAnswer::EntryOf(uint64_t lane) {
  return static_cast<std::size_t>(Mix(lane) >> kLaneBits) % kEntries;
}

void NewestAnswer::Record(MonotonicTime started_at, uint64_t lane) {
  std::atomic<uint64_t>& word = entries_[EntryOf(lane)].word;
  const uint64_t micros = MicrosOf(started_at);
  const uint64_t newer = (micros << kLaneBits) | TagOf(lane);
  uint64_t known = word.load(std::memory_order_relaxed);
  while ((known >> kLaneBits) < micros &&
         !word.compare_exchange_weak(known, newer, std::memory_order_relaxed)) {
  }
}

bool NewestAnswer::AnyAfter(MonotonicTime time) const {
  const uint64_t micros = MicrosOf(time);
  return std::any_of(
      entries_.begin(), entries_.end(), [micros](const Entry& entry) {
        return (entry.word.load(std::memory_order_relaxed) >> kLaneBits) >
               micros;
      });
}

bool NewestAnswer::AnyAfter(MonotonicTime time, uint64_t lane) const {
  const uint64_t word =
      entries_[EntryOf(lane)].word.load(std::memory_order_relaxed);
  const uint64_t tag = word & ((uint64_t{1} << kLaneBits) - 1);
  return tag == TagOf(lane) && (word >> kLaneBits) > MicrosOf(time);
}

}  // namespace baton::core
