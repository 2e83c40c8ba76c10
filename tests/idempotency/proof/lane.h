// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_IDEMPOTENCY_PROOF_LANE_H_
#define BATON_TESTS_IDEMPOTENCY_PROOF_LANE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "baton/server_counters.h"
#include "tests/idempotency/proof/paying_client.h"
#include "tests/idempotency/proof/replica.h"
#include "tests/idempotency/proof/troubles.h"

namespace baton {

// A lane of the proof: its servers, its client and its troubles.
struct Lane {
  std::string name;
  Guard guard = Guard::kNothing;
  bool runs_again = false;
  int replicas = 3;
  Troubles::Settings troubles;
  ClientSettings client;
};

// The results of the requests of a lane. Each request counts as succeeded,
// unknown or failed.
struct LaneResult {
  int calls = 0;
  int succeeded = 0;
  // Failed, and the client learned that the outcome is unknown.
  int unknown = 0;
  int failed = 0;  // without such a statement

  int doubled = 0;        // requests with more than one effect
  int extra_effects = 0;  // the effects of these requests, without the first
  int without_effect = 0;
  // Answers with a receipt that belongs to no effect of the request.
  int wrong_answers = 0;
  // The part of `failed` whose effect happened nevertheless.
  int hidden = 0;

  ServerCounters::Snapshot servers;
  Troubles::Counts troubles;
  absl::Duration took;
};

// Returns a lane with three servers and one Redis.
Lane RedisLane();
// Returns a lane with one server and a memory store.
Lane MemoryLane();
// Returns RedisLane(), with servers that run requests of unknown outcome again.
Lane RunAgainLane();
// Returns a lane with one server that writes keys into its own SQLite database.
// The application repeats a payment until it succeeds.
Lane DatabaseLane();
// Returns a lane with three servers without Baton, and the retries of gRPC.
Lane BareLane();

// Returns all lanes, in the order above.
std::vector<Lane> AllLanes();

// Makes `calls` calls in the lane. `seed` decides which requests fail.
LaneResult Run(const Lane& lane, int calls, uint64_t seed);

// Returns what the lane promises and did not keep, or "".
std::string BrokenPromise(const Lane& lane, const LaneResult& result);

}  // namespace baton

#endif  // BATON_TESTS_IDEMPOTENCY_PROOF_LANE_H_
