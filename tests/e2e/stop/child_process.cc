// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/e2e/stop/child_process.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace baton::e2e {

ChildProcess::ChildProcess(const std::function<int()>& run) {
  const pid_t parent = getpid();
  std::fflush(stdout);
  pid_ = fork();
  if (pid_ < 0) {
    std::perror("fork");
    std::exit(1);
  }
  if (pid_ > 0) return;
  // The process must not outlive a program that crashes.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) std::_Exit(1);
  std::_Exit(run());
}

ChildProcess::~ChildProcess() {
  if (pid_ < 0) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

void ChildProcess::Stop() const { kill(pid_, SIGSTOP); }

void ChildProcess::Continue() const { kill(pid_, SIGCONT); }

bool ChildProcess::AwaitSuccess(Nanos limit) {
  int status = 0;
  while (waitpid(pid_, &status, WNOHANG) != pid_) {
    if (Now() >= limit) return false;
    SleepUntil(Now() + kMillisecond);
  }
  pid_ = -1;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace baton::e2e
