// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_DRIVER_REQUEST_LOG_H_
#define BATON_EXAMPLES_STACK_DRIVER_REQUEST_LOG_H_

#include <cstdint>
#include <map>
#include <vector>

#include "absl/time/time.h"
#include "baton/monotonic_time.h"
#include "examples/stack/shop/call_tally.h"
#include "grpcpp/support/status_code_enum.h"

namespace baton::stack {

// A request of a user.
struct RequestRecord {
  MonotonicTime started;
  bool ended = false;
  grpc::StatusCode code = grpc::StatusCode::UNKNOWN;  // once ended
  absl::Duration lasted;                              // once ended
};

// The results of the requests that started in a time window.
struct WindowStats {
  int requests = 0;
  int succeeded = 0;
  int64_t store_calls = 0;
  // Latencies of the requests that have ended.
  absl::Duration p50;
  absl::Duration p99;
  absl::Duration longest;
  std::map<grpc::StatusCode, int> failed_by_code;

  double Success() const;
  // Returns the calls at the store per request.
  double StoreLoad() const;
};

// The requests of a load, in the order of their start. The ids of the requests
// are `first_id` and the following numbers. A value type.
struct RequestLog {
  uint32_t first_id = 1;
  std::vector<RequestRecord> requests;

  // Returns the results of the requests that started in [from, to).
  WindowStats Window(MonotonicTime from, MonotonicTime to,
                     const CallTally& store) const;

  // Returns the ratio of the requests started in [from, to) that can succeed
  // with up to `attempts` calls each. Assumes a store with this seed that fails
  // this ratio of its calls. Returns 0 if there are no requests.
  double BestQuantile(MonotonicTime from, MonotonicTime to, uint64_t seed,
                      double fail_ratio, int attempts) const;

  // Returns the time from `since` until 99 % of the requests of each later half
  // second succeed. Infinite if this never happens.
  absl::Duration RecoveredAfter(MonotonicTime since) const;

  int Hanging() const;
};

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_DRIVER_REQUEST_LOG_H_
