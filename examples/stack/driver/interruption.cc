// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/driver/interruption.h"

#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "absl/time/time.h"
#include "baton/real_clock.h"

namespace baton::stack {
namespace {

int BlockAndOpenSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  sigprocmask(SIG_BLOCK, &signals, nullptr);
  return signalfd(-1, &signals, SFD_CLOEXEC);
}

}  // namespace

Interruption::Interruption() : signal_file_(BlockAndOpenSignals()) {}

Interruption::~Interruption() { close(signal_file_); }

bool Interruption::WaitUntil(MonotonicTime time) {
  while (!interrupted_) {
    const absl::Duration left = time - RealClock().Now();
    if (left <= absl::ZeroDuration()) break;
    pollfd file = {signal_file_, POLLIN, 0};
    const timespec wait = absl::ToTimespec(left);
    interrupted_ = ppoll(&file, 1, &wait, nullptr) == 1;
  }
  return interrupted_;
}

}  // namespace baton::stack
