// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_DRIVER_INTERRUPTION_H_
#define BATON_EXAMPLES_STACK_DRIVER_INTERRUPTION_H_

#include "baton/monotonic_time.h"

namespace baton::stack {

// Ctrl-C and SIGTERM, as something to wait for, so that whoever waits can
// clear away before the process ends. To be made before there is a second
// thread.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  // Waits until that time. True: it was interrupted, now or before.
  bool WaitUntil(MonotonicTime time);

 private:
  const int signal_file_;
  bool interrupted_ = false;
};

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_DRIVER_INTERRUPTION_H_
