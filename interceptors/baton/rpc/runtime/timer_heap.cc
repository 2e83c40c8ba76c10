// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/runtime/timer_heap.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>

namespace baton::rpc {
namespace {

constexpr std::size_t kChildren = 4;

std::size_t Parent(std::size_t place) { return (place - 1) / kChildren; }
std::size_t FirstChild(std::size_t place) { return place * kChildren + 1; }

uint32_t SlotOf(uint64_t id) { return static_cast<uint32_t>(id); }
uint32_t UsesOf(uint64_t id) { return static_cast<uint32_t>(id >> 32); }

}  // namespace

uint64_t TimerHeap::Add(MonotonicTime at, Function run) {
  assert(run != nullptr);
  uint32_t slot;
  if (free_slots_.empty()) {
    slot = static_cast<uint32_t>(slots_.size());
    slots_.emplace_back();
  } else {
    slot = free_slots_.back();
    free_slots_.pop_back();
  }
  slots_[slot].run = std::move(run);

  heap_.emplace_back();
  SiftUp(heap_.size() - 1, Node{at, next_order_++, slot});
  return (uint64_t{slots_[slot].uses} << 32) | slot;
}

TimerHeap::Function TimerHeap::Remove(uint64_t id) {
  const uint32_t slot = SlotOf(id);
  if (slot >= slots_.size() || slots_[slot].uses != UsesOf(id) ||
      slots_[slot].place == kNowhere) {
    return nullptr;
  }
  return RemoveAt(slots_[slot].place);
}

bool TimerHeap::IsFirst(uint64_t id) const {
  return !heap_.empty() && heap_.front().slot == SlotOf(id) &&
         slots_[SlotOf(id)].uses == UsesOf(id);
}

TimerHeap::Function TimerHeap::RemoveAt(std::size_t place) {
  const uint32_t slot = heap_[place].slot;
  Function run = std::move(slots_[slot].run);
  slots_[slot].run = nullptr;
  slots_[slot].place = kNowhere;
  // Skips 0, so that no id is 0.
  if (++slots_[slot].uses == 0) slots_[slot].uses = 1;
  free_slots_.push_back(slot);

  const Node last = heap_.back();
  heap_.pop_back();
  if (place < heap_.size()) {
    // The last node may be earlier or later than the removed one.
    if (place > 0 && last.Before(heap_[Parent(place)])) {
      SiftUp(place, last);
    } else {
      SiftDown(place, last);
    }
  }
  return run;
}

void TimerHeap::Put(std::size_t place, const Node& node) {
  heap_[place] = node;
  slots_[node.slot].place = static_cast<uint32_t>(place);
}

void TimerHeap::SiftUp(std::size_t place, const Node& node) {
  while (place > 0 && node.Before(heap_[Parent(place)])) {
    Put(place, heap_[Parent(place)]);
    place = Parent(place);
  }
  Put(place, node);
}

void TimerHeap::SiftDown(std::size_t place, const Node& node) {
  for (;;) {
    const std::size_t begin = FirstChild(place);
    if (begin >= heap_.size()) break;
    const std::size_t end = std::min(begin + kChildren, heap_.size());
    const auto first = std::min_element(
        heap_.begin() + static_cast<std::ptrdiff_t>(begin),
        heap_.begin() + static_cast<std::ptrdiff_t>(end),
        [](const Node& a, const Node& b) { return a.Before(b); });
    if (!first->Before(node)) break;
    Put(place, *first);
    place = static_cast<std::size_t>(first - heap_.begin());
  }
  Put(place, node);
}

}  // namespace baton::rpc
