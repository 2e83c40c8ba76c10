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

// A service that runs as a child process. It prints its port when it is ready.
// It ends when its standard input is closed, so that it never outlives this
// process.
class ServiceProcess {
 public:
  // The file descriptor of `inherited` in the child.
  static constexpr int kInherited = 3;

  // Runs the program `command[0]` and waits for its port. The child inherits
  // the file descriptor `inherited` unless it is negative. Returns UNAVAILABLE
  // if the child prints no port in time.
  //
  // The thread that starts a child should live longer than the child: Linux
  // treats the end of this thread as the end of the parent.
  static absl::StatusOr<std::unique_ptr<ServiceProcess>> Start(
      const std::vector<std::string>& command, int inherited);

  // Asks the child to end, kills it if it does not, and waits for its end.
  ~ServiceProcess();
  ServiceProcess(const ServiceProcess&) = delete;
  ServiceProcess& operator=(const ServiceProcess&) = delete;

  // Kills the child like kill -9, and waits for its end.
  void Kill();

  pid_t pid() const { return pid_; }
  // "127.0.0.1:40000"
  const std::string& address() const { return address_; }

 private:
  ServiceProcess() = default;

  pid_t pid_ = -1;
  int input_ = -1;   // write end of its standard input
  int output_ = -1;  // read end of its standard output
  std::string address_;
};

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_DRIVER_SERVICE_PROCESS_H_
