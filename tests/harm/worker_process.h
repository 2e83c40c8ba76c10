// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_HARM_WORKER_PROCESS_H_
#define BATON_TESTS_HARM_WORKER_PROCESS_H_

#include <sys/types.h>

#include <string>
#include <vector>

namespace baton::harm {

// A child process that runs the harness. Used by one thread.
class WorkerProcess {
 public:
  // `unlimited_stack` starts the process with an unlimited stack. The default
  // `program` is the program of this process.
  WorkerProcess(const std::vector<std::string>& arguments, bool unlimited_stack,
                const std::string& program = "/proc/self/exe");
  // Kills the process if it still runs.
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  // Reads the next line of the output. Returns false at its end, or if no line
  // comes in time.
  bool ReadLine(int limit_milliseconds, std::string* line);

  // Waits for the end. Returns the exit code, or minus the number of the signal
  // that ended the process. Kills a process whose output has not ended.
  int Wait();

 private:
  pid_t pid_ = -1;
  int output_ = -1;
  bool output_ended_ = false;
  std::string buffer_;
};

}  // namespace baton::harm

#endif  // BATON_TESTS_HARM_WORKER_PROCESS_H_
