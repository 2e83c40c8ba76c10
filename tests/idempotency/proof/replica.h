// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_IDEMPOTENCY_PROOF_REPLICA_H_
#define BATON_TESTS_IDEMPOTENCY_PROOF_REPLICA_H_

#include <sys/types.h>

#include <cstdint>
#include <string>

#include "absl/time/time.h"

namespace baton {

// The store that prevents a second effect.
enum class Guard { kNothing, kMemory, kRedis, kDatabase };

// The lease of a claim in Redis.
inline constexpr absl::Duration kLease = absl::Milliseconds(300);
// A memory store treats retries without a record as repetitions of unknown
// outcome for this time after the start of its process.
inline constexpr absl::Duration kLongestRetryTime = absl::Seconds(3);

// A server process whose handler applies an effect and answers with its
// receipt. The handler loses some of its answers, some answers are slow, some
// requests fail before their effect and some after it.
class Replica {
 public:
  // If this program was started as a replica, serves and never returns. Call it
  // first in main().
  static void ServeIfChild(int argc, char** argv);

  struct Settings {
    Guard guard = Guard::kNothing;
    // The address of Redis, for kRedis.
    std::string redis;
    // Whether requests of unknown outcome run again.
    bool runs_again = false;
    // The files of all replicas: "effects", "ledger" and "counters".
    std::string directory;
    // Decides which requests fail.
    uint64_t seed = 1;
  };

  explicit Replica(Settings settings);
  ~Replica();
  Replica(const Replica&) = delete;
  Replica& operator=(const Replica&) = delete;

  std::string address() const;
  // Ends the process with SIGKILL, and starts it again on the same port.
  void Restart();
  void Stop();      // SIGSTOP
  void Continue();  // SIGCONT

 private:
  void Start();

  const Settings settings_;
  int starts_ = 0;
  int port_ = 0;
  pid_t process_ = -1;
};

}  // namespace baton

#endif  // BATON_TESTS_IDEMPOTENCY_PROOF_REPLICA_H_
