// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_DRIVER_SERVICE_PROCESS_H_
#define BATON_EXAMPLES_STACK_DRIVER_SERVICE_PROCESS_H_

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace baton::stack {

// A service that runs as a child process. It prints its port when it is ready
// and ends when its standard input does, so that none is left behind however
// this process ends.
class ServiceProcess {
 public:
  // The descriptor under which the child finds `inherited`.
  static constexpr int kInherited = 3;

  // Runs the program at `command[0]` and waits for its port. `inherited` is
  // handed on to it unless negative. UNAVAILABLE if no port comes in time.
  //
  // The thread that starts a child should live as long as the child may:
  // Linux takes the end of that thread for the end of the parent.
  static absl::StatusOr<std::unique_ptr<ServiceProcess>> Start(
      const std::vector<std::string>& command, int inherited);

  // Has it end, kills it if it does not, and waits for that.
  ~ServiceProcess();
  ServiceProcess(const ServiceProcess&) = delete;
  ServiceProcess& operator=(const ServiceProcess&) = delete;

  // As kill -9 does, and waits until it is gone.
  void Kill();

  pid_t pid() const { return pid_; }
  // "127.0.0.1:40000"
  const std::string& address() const { return address_; }

 private:
  ServiceProcess() = default;

  pid_t pid_ = -1;
  int input_ = -1;   // where its standard input comes from
  int output_ = -1;  // where its standard output goes to
  std::string address_;
};

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_DRIVER_SERVICE_PROCESS_H_
