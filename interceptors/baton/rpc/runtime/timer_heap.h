// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_RUNTIME_TIMER_HEAP_H_
#define BATON_RPC_RUNTIME_TIMER_HEAP_H_

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/functional/any_invocable.h"
#include "baton/monotonic_time.h"

namespace baton::rpc {

// The pending timers of a TimerQueue, sorted by time. Owned by the queue. Not
// thread-safe.
//
// A heap in which each node has four children. A table maps timer ids to
// positions in the heap, so that a cancelled timer is removed at once.
class TimerHeap {
 public:
  // Functions with captures of up to two pointers need no allocation.
  using Function = absl::AnyInvocable<void()>;

  // Adds a timer and returns its id. The id consists of a slot of the table and
  // the number of timers that have used this slot. An old id therefore never
  // identifies a newer timer. `run` must not be empty.
  uint64_t Add(MonotonicTime at, Function run);

  // Removes a timer and returns its function. Returns an empty function if
  // there is no such timer. The caller must destroy the function without
  // holding a lock.
  Function Remove(uint64_t id);

  // Returns whether there are no timers.
  bool empty() const { return heap_.empty(); }
  // Returns the time of the earliest timer. Requires that the heap is not
  // empty.
  MonotonicTime FirstTime() const {
    assert(!empty());
    return heap_.front().at;
  }
  // Removes the earliest timer and returns its function. Requires that the heap
  // is not empty.
  Function RemoveFirst() {
    assert(!empty());
    return RemoveAt(0);
  }
  bool IsFirst(uint64_t id) const;

  // Returns the size of the table. Tests use it to check the memory limit.
  std::size_t slots() const { return slots_.size(); }

 private:
  static constexpr uint32_t kNowhere = UINT32_MAX;

  struct Node {
    MonotonicTime at;
    uint64_t order;  // equal times keep the order of Add()
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
