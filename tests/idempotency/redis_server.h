// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_IDEMPOTENCY_REDIS_SERVER_H_
#define BATON_TESTS_IDEMPOTENCY_REDIS_SERVER_H_

#include <sys/types.h>

#include <string>
#include <vector>

namespace baton {

// A Redis server on a socket in a new directory. Its data survive Stop() and
// Kill() only if it writes them to its disk.
class RedisServer {
 public:
  enum class Disk { kAlways, kNever };

  // Starts Redis, and waits until it responds.
  explicit RedisServer(Disk disk);
  ~RedisServer();
  RedisServer(const RedisServer&) = delete;
  RedisServer& operator=(const RedisServer&) = delete;

  // Returns the address for NewRedisReplayStore().
  std::string address() const { return "unix:" + directory_ + "/socket"; }
  // Ends Redis with SIGKILL.
  void Kill();
  void Start();

 private:
  const Disk disk_;
  const std::string directory_;
  pid_t process_ = -1;
};

// Returns a new directory for a test.
std::string NewTestDirectory();

}  // namespace baton

#endif  // BATON_TESTS_IDEMPOTENCY_REDIS_SERVER_H_
