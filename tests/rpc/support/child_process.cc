// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/rpc/support/child_process.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <condition_variable>
#include <csignal>
#include <mutex>
#include <thread>

#include "gtest/gtest.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"

namespace baton {

int RunToExit(std::vector<std::string> command) {
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (std::string& argument : command) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  if (posix_spawn(&child, arguments[0], nullptr, nullptr, arguments.data(),
                  environ) != 0) {
    ADD_FAILURE() << command.front() << " does not run";
    return -1;
  }
  std::mutex mutex;
  std::condition_variable changed;
  bool exited = false;
  std::thread killer([&] {
    const auto until = FromNow(kPatience);
    std::unique_lock<std::mutex> lock(mutex);
    if (!changed.wait_until(lock, until, [&] { return exited; })) {
      kill(child, SIGKILL);
    }
  });
  int status = -1;
  waitpid(child, &status, 0);
  {
    std::lock_guard<std::mutex> lock(mutex);
    exited = true;
  }
  changed.notify_all();
  killer.join();
  return status;
}

}  // namespace baton
