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

// The pending timers of a TimerQueue, the earliest first. Owned by the queue.
// Not thread-safe.
//
// A heap with four children per node, and a table from timer ids to positions
// in the heap. With the table, a cancelled timer is removed at once.
class TimerHeap {
 public:
  // Stores captures of up to two pointers without an allocation.
  using Function = absl::AnyInvocable<void()>;

  // Returns the id of the timer: a slot of the table and the number of uses of
  // that slot. An old id therefore never names a newer timer. `run` must not be
  // empty.
  uint64_t Add(MonotonicTime at, Function run);

  // Removes the timer and returns its function, or an empty function if there
  // is no such timer. The caller must destroy the function without holding a
  // lock.
  Function Remove(uint64_t id);

  // FirstTime() and RemoveFirst() require a heap that is not empty.
  bool empty() const { return heap_.empty(); }
  MonotonicTime FirstTime() const {
    assert(!empty());
    return heap_.front().at;
  }
  Function RemoveFirst() {
    assert(!empty());
    return RemoveAt(0);
  }
  bool IsFirst(uint64_t id) const;

  // Returns the size of the table, for tests of the memory limit.
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
