// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/shop/life_line.h"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>

namespace baton::stack {
namespace {

sigset_t EndingSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  return signals;
}

}  // namespace

void HoldLifeLine(bool end_with_parent) {
  const sigset_t signals = EndingSignals();
  sigprocmask(SIG_BLOCK, &signals, nullptr);
  // Kills a service that hangs, since it does not read its input. If the parent
  // died before this line, the input has ended, too.
  if (end_with_parent) prctl(PR_SET_PDEATHSIG, SIGKILL);
}

void AwaitEnd(bool end_with_parent) {
  const sigset_t signals = EndingSignals();
  const int signal_file = signalfd(-1, &signals, SFD_CLOEXEC);
  pollfd files[] = {{signal_file, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
  for (;;) {
    const int ready = poll(files, end_with_parent ? 2 : 1, -1);
    if (ready < 0 && errno == EINTR) continue;
    if (ready < 0 || files[0].revents != 0) break;
    char byte = 0;
    if (files[1].revents != 0 && read(STDIN_FILENO, &byte, 1) <= 0) break;
  }
  close(signal_file);
}

}  // namespace baton::stack
