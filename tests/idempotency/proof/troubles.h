// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_IDEMPOTENCY_PROOF_TROUBLES_H_
#define BATON_TESTS_IDEMPOTENCY_PROOF_TROUBLES_H_

#include <cstdint>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "absl/time/time.h"
#include "tests/idempotency/proof/replica.h"
#include "tests/idempotency/redis_server.h"
#include "tests/support/signal.h"

namespace baton {

// A thread that kills and pauses replicas, and restarts Redis, round after
// round until Finish().
class Troubles {
 public:
  struct Settings {
    // The time before each kill and before each pause.
    absl::Duration calm = absl::Milliseconds(200);
    // How long a replica is paused. Longer than the lease of its claims.
    absl::Duration pause = kLease + absl::Milliseconds(200);
    // The time after each round.
    absl::Duration rest = absl::ZeroDuration();
    uint64_t seed = 1;
  };
  struct Counts {
    int kills = 0;
    int pauses = 0;
    int redis_restarts = 0;
  };
  using Replicas = std::vector<std::unique_ptr<Replica>>;

  // The arguments must outlive the object. `redis` may be null.
  Troubles(Settings settings, const Replicas& replicas, RedisServer* redis);
  ~Troubles();

  // Ends the troubles. All replicas and Redis run then.
  Counts Finish();

 private:
  void Run();
  // Returns false if the troubles have ended.
  bool Calm(absl::Duration duration) { return !finished_.Await(duration); }
  Replica& AnyReplica();

  const Settings settings_;
  const Replicas& replicas_;
  RedisServer* const redis_;
  std::mt19937_64 random_;  // used by the thread
  Counts counts_;           // used by the thread
  Signal finished_;
  std::thread thread_;
};

}  // namespace baton

#endif  // BATON_TESTS_IDEMPOTENCY_PROOF_TROUBLES_H_
