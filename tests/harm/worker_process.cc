// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/harm/worker_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>

namespace baton::harm {
namespace {

constexpr int kNoStackExit = 8;
constexpr int kNoProgramExit = 9;

// Runs in the child, where only simple functions of the system are safe.
[[noreturn]] void Become(const char* program, char* const* arguments,
                         int output, bool unlimited) {
  dup2(output, STDOUT_FILENO);
  if (unlimited) {
    rlimit limit = {};
    getrlimit(RLIMIT_STACK, &limit);
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_STACK, &limit) != 0) _exit(kNoStackExit);
  }
  execv(program, arguments);
  _exit(kNoProgramExit);
}

}  // namespace

WorkerProcess::WorkerProcess(const std::vector<std::string>& arguments,
                             bool unlimited_stack, const std::string& program) {
  std::vector<std::string> owned = {"harm"};
  owned.insert(owned.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& argument : owned) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC) != 0) return;
  pid_ = fork();
  if (pid_ == 0) {
    Become(program.c_str(), pointers.data(), ends[1], unlimited_stack);
  }
  close(ends[1]);
  output_ = ends[0];
}

WorkerProcess::~WorkerProcess() {
  Wait();
  if (output_ >= 0) close(output_);
}

bool WorkerProcess::ReadLine(int limit_milliseconds, std::string* line) {
  for (;;) {
    const std::size_t end = buffer_.find('\n');
    if (end != std::string::npos) {
      *line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      return true;
    }
    pollfd readable = {output_, POLLIN, 0};
    if (poll(&readable, 1, limit_milliseconds) <= 0) return false;
    char bytes[4096];
    const ssize_t got = read(output_, bytes, sizeof(bytes));
    if (got <= 0) {
      output_ended_ = true;
      return false;
    }
    buffer_.append(bytes, static_cast<std::size_t>(got));
  }
}

int WorkerProcess::Wait() {
  if (pid_ <= 0) return 0;
  if (!output_ended_) kill(pid_, SIGKILL);
  int status = 0;
  waitpid(pid_, &status, 0);
  pid_ = -1;
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace baton::harm
