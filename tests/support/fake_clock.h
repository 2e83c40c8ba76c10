// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_FAKE_CLOCK_H_
#define BATON_TESTS_SUPPORT_FAKE_CLOCK_H_

#include <atomic>
#include <cstdint>

#include "absl/time/time.h"
#include "baton/clock.h"
#include "baton/monotonic_time.h"

namespace baton::support {

// A clock that only moves when a test advances it.
//
//   FakeClock clock;
//   clock.Advance(absl::Milliseconds(30));
//
// Thread-safe. Starts far from its origin, like a machine's steady clock, so
// that no test passes only because the time is zero.
class FakeClock final : public Clock {
 public:
  MonotonicTime Now() const override {
    return MonotonicTime::FromOrigin(
        absl::Nanoseconds(since_origin_ns_.load()));
  }

  // `step` must not be negative: a monotonic clock never goes backwards.
  void Advance(absl::Duration step) {
    since_origin_ns_.fetch_add(absl::ToInt64Nanoseconds(step));
  }

 private:
  std::atomic<int64_t> since_origin_ns_{int64_t{1'000'000} * 1'000'000'000};
};

}  // namespace baton::support

#endif  // BATON_TESTS_SUPPORT_FAKE_CLOCK_H_
