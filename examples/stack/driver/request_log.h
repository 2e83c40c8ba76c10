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

// One request of a user.
struct RequestRecord {
  MonotonicTime started;
  bool ended = false;
  grpc::StatusCode code = grpc::StatusCode::UNKNOWN;  // once ended
  absl::Duration lasted;                              // once ended
};

// What became of the requests that were started in some time.
struct WindowStats {
  int requests = 0;
  int succeeded = 0;
  int64_t store_calls = 0;
  // Of those that have ended.
  absl::Duration p50;
  absl::Duration p99;
  absl::Duration longest;
  std::map<grpc::StatusCode, int> failed_by_code;

  double Success() const;
  // Calls at the store for each request.
  double StoreLoad() const;
};

// The requests of a load in the order they were started; the ids of the
// requests are `first_id` and those that follow it. A value.
struct RequestLog {
  uint32_t first_id = 1;
  std::vector<RequestRecord> requests;

  // Over the requests that started in [from, to).
  WindowStats Window(MonotonicTime from, MonotonicTime to,
                     const CallTally& store) const;

  // The share of those requests that up to `attempts` calls for each can save,
  // where a store with this seed fails this ratio of its calls. 0 for none.
  double BestShare(MonotonicTime from, MonotonicTime to, uint64_t seed,
                   double fail_ratio, int attempts) const;

  // How long after `since` until 99 % of the requests of each later half
  // second succeed; infinite if that never comes.
  absl::Duration RecoveredAfter(MonotonicTime since) const;

  int Hanging() const;
};

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_DRIVER_REQUEST_LOG_H_
