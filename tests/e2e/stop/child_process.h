// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_E2E_STOP_CHILD_PROCESS_H_
#define BATON_TESTS_E2E_STOP_CHILD_PROCESS_H_

#include <sys/types.h>

#include <functional>

#include "tests/e2e/stop/machine_time.h"

namespace baton::e2e {

// A process that runs one function. The system kills it when this process ends,
// also while it is stopped.
class ChildProcess {
 public:
  // Forks this process, which must not have used gRPC before. The exit code of
  // the child is the result of `run`. The child runs no destructors of static
  // objects.
  explicit ChildProcess(const std::function<int()>& run);
  // Kills the process.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  void Stop() const;
  // Waits until the process has stopped. Requires Stop().
  void AwaitStop() const;
  void Continue() const;

  // Waits for the end of the process until `limit`. Returns whether the process
  // has ended with exit code 0.
  bool AwaitSuccess(Nanos limit);

 private:
  // -1 after the end of the process.
  pid_t pid_ = -1;
};

}  // namespace baton::e2e

#endif  // BATON_TESTS_E2E_STOP_CHILD_PROCESS_H_
