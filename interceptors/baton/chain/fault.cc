// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/chain/fault.h"

#include <cstddef>
#include <memory>
#include <random>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "baton/mutex.h"

namespace baton::chain {
namespace {

// Copies of a `Behavior` share these counters.
struct Position {
  Mutex mutex;
  std::size_t next ABSL_GUARDED_BY(mutex) = 0;
};

struct Dice {
  explicit Dice(uint64_t seed) : generator(seed) {}
  Mutex mutex;
  std::mt19937_64 generator ABSL_GUARDED_BY(mutex);
};

}  // namespace

Fault Fault::AfterCalls() const {
  Fault fault = *this;
  fault.after_calls = true;
  return fault;
}

Fault Fault::LosingTrailers() const {
  Fault fault = *this;
  fault.loses_trailers = true;
  return fault;
}

Fault Fault::DoNotRetry() const {
  Fault fault = *this;
  fault.do_not_retry = true;
  return fault;
}

Fault Fault::RetryAfter(absl::Duration delay) const {
  Fault fault = *this;
  fault.retry_after = delay;
  return fault;
}

Fault NoFault() { return Fault(); }

Fault Fail(grpc::StatusCode code, const std::string& message) {
  Fault fault;
  fault.status = grpc::Status(code, message);
  return fault;
}

Fault Crash() {
  Fault fault;
  fault.end = Fault::End::kCrash;
  return fault;
}

Fault Hang() {
  Fault fault;
  fault.end = Fault::End::kHang;
  return fault;
}

Behavior Always(Fault fault) {
  return [fault = std::move(fault)](const Arrival&) { return fault; };
}

Behavior FirstCalls(int calls, Fault fault) {
  return [calls, fault = std::move(fault)](const Arrival& arrival) {
    return arrival.call <= calls ? fault : NoFault();
  };
}

Behavior InOrder(std::vector<Fault> faults) {
  return [faults = std::move(faults),
          position = std::make_shared<Position>()](const Arrival&) {
    const MutexLock lock(position->mutex);
    return position->next < faults.size() ? faults[position->next++]
                                          : NoFault();
  };
}

Behavior AtRandom(double probability, Fault fault, uint64_t seed) {
  return [probability, fault = std::move(fault),
          dice = std::make_shared<Dice>(seed)](const Arrival&) {
    const MutexLock lock(dice->mutex);
    const double draw =
        std::uniform_real_distribution<double>(0, 1)(dice->generator);
    return draw < probability ? fault : NoFault();
  };
}

}  // namespace baton::chain
