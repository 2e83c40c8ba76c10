// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <condition_variable>
#include <csignal>
#include <mutex>
#include <string>
#include <thread>

#include "gtest/gtest.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"

namespace baton {
namespace {

// Runs the program and returns its wait status. Kills it after a timeout.
int RunToExit(UnaryForm form, std::string doing) {
  std::string program = "tests/rpc/unary/exit_in_flight_main";
  std::string number = std::to_string(static_cast<int>(form));
  char* arguments[] = {program.data(), number.data(), doing.data(), nullptr};
  pid_t child = 0;
  if (posix_spawn(&child, program.c_str(), nullptr, nullptr, arguments,
                  environ) != 0) {
    ADD_FAILURE() << program << " does not run";
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

class ExitInFlightTest : public ::testing::TestWithParam<UnaryForm> {};

INSTANTIATE_TEST_SUITE_P(Forms, ExitInFlightTest,
                         ::testing::ValuesIn(AllUnaryForms()), NameOfForm);

TEST_P(ExitInFlightTest, ProcessExitsWhileAttemptsAreInFlight) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(RunToExit(GetParam(), "attempt"), 0);
  }
}

TEST_P(ExitInFlightTest, ProcessExitsWhileCallsWait) {
  for (int i = 0; i < 3; ++i) EXPECT_EQ(RunToExit(GetParam(), "wait"), 0);
}

}  // namespace
}  // namespace baton
