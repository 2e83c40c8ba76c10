// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/benchmark/server_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "absl/strings/str_cat.h"
#include "tests/benchmark/support/server_kinds.h"

namespace baton::benchmarks {
namespace {

// A benchmark cannot run without its server.
[[noreturn]] void Die(const char* what) {
  std::perror(what);
  std::exit(1);
}

std::string ReadLine(int file) {
  std::string line;
  char letter = 0;
  while (read(file, &letter, 1) == 1 && letter != '\n') line += letter;
  return line;
}

std::string ThisProgram() {
  char path[4096];
  // The path is resolved, because under valgrind /proc/self/exe would be
  // valgrind.
  const ssize_t size = readlink("/proc/self/exe", path, sizeof(path));
  if (size <= 0) Die("/proc/self/exe");
  return std::string(path, static_cast<std::size_t>(size));
}

}  // namespace

ServerProcess::ServerProcess(absl::string_view kind) {
  const std::string program = ThisProgram();
  const std::string argument(kind);
  int input[2];
  int output[2];
  // Other child processes must not inherit this pipe.
  if (pipe2(input, O_CLOEXEC) != 0 || pipe2(output, O_CLOEXEC) != 0) {
    Die("pipe2");
  }
  pid_ = fork();
  if (pid_ < 0) Die("fork");
  if (pid_ == 0) {
    dup2(input[0], STDIN_FILENO);
    dup2(output[1], STDOUT_FILENO);
    for (const int file : {input[0], input[1], output[0], output[1]}) {
      close(file);
    }
    execl(program.c_str(), program.c_str(), kServe, argument.c_str(), nullptr);
    _exit(1);
  }
  close(input[0]);
  close(output[1]);
  life_line_ = input[1];
  const std::string port = ReadLine(output[0]);
  close(output[0]);
  if (port.empty()) Die("the server did not start");
  address_ = absl::StrCat("127.0.0.1:", port);
}

ServerProcess::~ServerProcess() {
  close(life_line_);
  waitpid(pid_, nullptr, 0);
}

double ServerProcess::CpuSeconds() const {
  clockid_t clock = 0;
  timespec used = {};
  if (clock_getcpuclockid(pid_, &clock) != 0 ||
      clock_gettime(clock, &used) != 0) {
    Die("the CPU time of the server");
  }
  return static_cast<double>(used.tv_sec) +
         static_cast<double>(used.tv_nsec) * 1e-9;
}

int Serve(absl::string_view kind) {
  int port = 0;
  const std::unique_ptr<ServerOfKind> server = StartServer(kind, &port);
  if (server == nullptr) return 1;
  const std::string line = absl::StrCat(port, "\n");
  if (write(STDOUT_FILENO, line.data(), line.size()) < 0) return 1;
  ReadLine(STDIN_FILENO);
  return 0;
}

bool RunThisProgram(const std::vector<std::string>& arguments) {
  const std::string program = ThisProgram();
  std::vector<char*> words = {const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) {
    words.push_back(const_cast<char*>(argument.c_str()));
  }
  words.push_back(nullptr);
  pid_t pid = -1;
  if (posix_spawn(&pid, program.c_str(), nullptr, nullptr, words.data(),
                  environ) != 0) {
    Die("posix_spawn");
  }
  int status = 0;
  return waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
         WEXITSTATUS(status) == 0;
}

}  // namespace baton::benchmarks
