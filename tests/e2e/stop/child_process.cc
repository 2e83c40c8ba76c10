// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/e2e/stop/child_process.h"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
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

void ChildProcess::AwaitStop() const { waitpid(pid_, nullptr, WUNTRACED); }

void ChildProcess::Continue() const { kill(pid_, SIGCONT); }

bool ChildProcess::AwaitSuccess(Nanos limit) {
  // The file descriptor is readable after the end of the process.
  pollfd end = {static_cast<int>(syscall(SYS_pidfd_open, pid_, 0)), POLLIN, 0};
  if (end.fd < 0) {
    std::perror("pidfd_open");
    return false;
  }
  const double left = std::max(0.0, MillisecondsUntil(limit));
  const bool ended = poll(&end, 1, static_cast<int>(left)) == 1;
  close(end.fd);
  int status = 0;
  if (!ended || waitpid(pid_, &status, 0) != pid_) return false;
  pid_ = -1;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace baton::e2e
