// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/idempotency/redis_server.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <thread>

#include "absl/strings/str_cat.h"
#include "baton/idempotency/redis_replay_store.h"
#include "gtest/gtest.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"

namespace baton {

std::string NewTestDirectory() {
  // The path of a socket has at most 107 bytes.
  std::string path = "/tmp/baton-XXXXXX";
  EXPECT_NE(mkdtemp(path.data()), nullptr);
  return path;
}

RedisServer::RedisServer(Disk disk)
    : disk_(disk), directory_(NewTestDirectory()) {
  Start();
}

RedisServer::~RedisServer() { Kill(); }

void RedisServer::Kill() {
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

void RedisServer::Start() {
  const bool writes = disk_ == Disk::kAlways;
  const std::string socket = directory_ + "/socket";
  process_ = fork();
  if (process_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    execlp("redis-server", "redis-server", "--port", "0", "--unixsocket",
           socket.c_str(), "--dir", directory_.c_str(), "--save", "",
           "--appendonly", writes ? "yes" : "no", "--appendfsync",
           writes ? "always" : "no", "--logfile", "log", nullptr);
    _exit(127);
  }
  RedisReplayStoreOptions options;
  options.address = address();
  options.warn = [](absl::string_view) {};
  const Stopwatch watch;
  while (!NewRedisReplayStore(options).ok()) {
    ASSERT_LT(watch.Elapsed(), kPatience) << "redis-server does not respond";
    std::this_thread::yield();
  }
}

}  // namespace baton
