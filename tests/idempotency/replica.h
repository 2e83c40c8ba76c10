// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_IDEMPOTENCY_REPLICA_H_
#define BATON_TESTS_IDEMPOTENCY_REPLICA_H_

#include <sys/types.h>

#include <map>
#include <string>

namespace baton {

// A server process with a Redis store. Each effect of its handler is a line in
// a file that all replicas share. The handler loses some of its answers, and
// some answers are slow.
class Replica {
 public:
  // If this program was started as a replica, serves and never returns. Call it
  // first in main().
  static void ServeIfChild(int argc, char** argv);

  struct Settings {
    std::string redis;    // its address, or "" for no store
    std::string effects;  // the path of the file
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
  int port_ = 0;
  pid_t process_ = -1;
};

// Returns the number of effects of each request in the file.
std::map<std::string, int> EffectsIn(const std::string& path);

}  // namespace baton

#endif  // BATON_TESTS_IDEMPOTENCY_REPLICA_H_
