// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_SCENARIOS_EVENT_LOOP_H_
#define BATON_TESTS_CORE_SCENARIOS_EVENT_LOOP_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "absl/time/time.h"
#include "baton/clock.h"
#include "baton/monotonic_time.h"

namespace baton::scenarios {

// Simulated time. Runs events in the order of their times. Events with the same
// time run in the order of their scheduling. Never waits.
class EventLoop final : public Clock {
 public:
  MonotonicTime Now() const override { return now_; }

  void At(MonotonicTime time, std::function<void()> event);
  void After(absl::Duration delay, std::function<void()> event) {
    At(now_ + delay, std::move(event));
  }

  // Runs until no event is left.
  void Run();

 private:
  struct Event {
    MonotonicTime time;
    int64_t sequence;
    std::function<void()> run;
  };
  struct Later {
    bool operator()(const Event& a, const Event& b) const {
      return a.time != b.time ? a.time > b.time : a.sequence > b.sequence;
    }
  };

  MonotonicTime now_;
  int64_t next_sequence_ = 0;
  // A heap whose first event is the next one. A std::priority_queue would copy
  // each event, because it gives no mutable access to its top.
  std::vector<Event> events_;
};

}  // namespace baton::scenarios

#endif  // BATON_TESTS_CORE_SCENARIOS_EVENT_LOOP_H_
