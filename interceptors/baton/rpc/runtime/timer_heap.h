// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_RUNTIME_TIMER_HEAP_H_
#define BATON_RPC_RUNTIME_TIMER_HEAP_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/functional/any_invocable.h"
#include "baton/monotonic_time.h"

namespace baton::rpc {

// Pending timers, the earliest first: the data structure under TimerQueue.
// A heap with four children to a node, and a table from ids to places in it,
// so that cancelling takes the timer out instead of leaving it until its time.
//
// Not thread-safe.
class TimerHeap {
 public:
  // Keeps two pointers' worth of captures without an allocation.
  using Function = absl::AnyInvocable<void()>;

  // Returns the timer's id: a slot of the table, with the number of times that
  // slot has been used, so that an old id never names a newer timer.
  uint64_t Add(MonotonicTime at, Function run);

  // Takes the timer out and returns its function; an empty one if there is no
  // such timer any more. It is the caller's to destroy, outside of any lock.
  // `run` of Add() must therefore not be empty.
  Function Remove(uint64_t id);

  // The rest only when not empty.
  bool empty() const { return heap_.empty(); }
  MonotonicTime FirstTime() const { return heap_.front().at; }
  Function RemoveFirst() { return RemoveAt(0); }
  bool IsFirst(uint64_t id) const;

  // For tests of the memory bound.
  std::size_t slots() const { return slots_.size(); }

 private:
  static constexpr uint32_t kNowhere = UINT32_MAX;

  struct Node {
    MonotonicTime at;
    uint64_t order;  // ties are served in the order of arrival
    uint32_t slot;
    bool Before(const Node& other) const {
      return at < other.at || (at == other.at && order < other.order);
    }
  };
  struct Slot {
    uint32_t uses = 1;
    uint32_t place = kNowhere;  // in heap_
    Function run;
  };

  Function RemoveAt(std::size_t place);
  void Put(std::size_t place, const Node& node);
  void SiftUp(std::size_t place, const Node& node);
  void SiftDown(std::size_t place, const Node& node);

  std::vector<Node> heap_;
  std::vector<Slot> slots_;
  std::vector<uint32_t> free_slots_;
  uint64_t next_order_ = 0;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_RUNTIME_TIMER_HEAP_H_
