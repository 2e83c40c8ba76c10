// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_DRIVER_INTERRUPTION_H_
#define BATON_EXAMPLES_STACK_DRIVER_INTERRUPTION_H_

#include "baton/monotonic_time.h"

namespace baton::stack {

// Lets the program wait for Ctrl-C and SIGTERM, so that it can clean up before
// it ends. Create it before the process starts a second thread.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  // Waits until `time`. Returns true, at once, if the program was interrupted
  // now or before.
  bool WaitUntil(MonotonicTime time);

 private:
  const int signal_file_;
  bool interrupted_ = false;
};

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_DRIVER_INTERRUPTION_H_
