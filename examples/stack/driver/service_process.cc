// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/driver/service_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace baton::stack {
namespace {

constexpr int kStartMs = 20'000;
constexpr int kEndMs = 15'000;

// Waits for data or the end of the file. Returns false after the timeout.
bool AwaitReadable(int file, int timeout_ms) {
  pollfd readable = {file, POLLIN, 0};
  int ready = 0;
  do {
    ready = poll(&readable, 1, timeout_ms);
  } while (ready < 0 && errno == EINTR);
  return ready == 1;
}

std::string ReadLine(int file) {
  std::string line;
  char byte = 0;
  while (AwaitReadable(file, kStartMs) && read(file, &byte, 1) == 1) {
    if (byte == '\n') return line;
    line += byte;
  }
  return "";
}

pid_t Spawn(const std::vector<std::string>& command, int input, int output,
            int inherited) {
  std::vector<char*> arguments;
  for (const std::string& word : command) {
    arguments.push_back(const_cast<char*>(word.c_str()));
  }
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
  if (inherited >= 0) {
    posix_spawn_file_actions_adddup2(&files, inherited,
                                     ServiceProcess::kInherited);
  }
  // The child does not inherit the blocked signals of this process.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  pid_t pid = -1;
  const int error = posix_spawnp(&pid, arguments[0], &files, &attributes,
                                 arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return error == 0 ? pid : -1;
}

}  // namespace

absl::StatusOr<std::unique_ptr<ServiceProcess>> ServiceProcess::Start(
    const std::vector<std::string>& command, int inherited) {
  int input[2];
  int output[2];
  if (pipe2(input, O_CLOEXEC) != 0) {
    return absl::ResourceExhaustedError("cannot create a pipe");
  }
  if (pipe2(output, O_CLOEXEC) != 0) {
    close(input[0]);
    close(input[1]);
    return absl::ResourceExhaustedError("cannot create a pipe");
  }
  std::unique_ptr<ServiceProcess> process(new ServiceProcess());
  process->pid_ = Spawn(command, input[0], output[1], inherited);
  process->input_ = input[1];
  process->output_ = output[0];
  close(input[0]);
  close(output[1]);

  int port = 0;
  if (process->pid_ < 0 ||
      !absl::SimpleAtoi(ReadLine(process->output_), &port)) {
    return absl::UnavailableError(absl::StrCat("the service printed no port: ",
                                               absl::StrJoin(command, " ")));
  }
  process->address_ = absl::StrCat("127.0.0.1:", port);
  return process;
}

ServiceProcess::~ServiceProcess() {
  close(input_);
  if (pid_ > 0) {
    // The output reaches its end when the child ends.
    char bytes[256];
    while (AwaitReadable(output_, kEndMs)) {
      if (read(output_, bytes, sizeof(bytes)) <= 0) break;
    }
    Kill();
  }
  close(output_);
}

void ServiceProcess::Kill() {
  if (pid_ <= 0) return;
  // A child that has already ended stays a zombie until waitpid(). The signal
  // can therefore not reach another process.
  kill(pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
}

}  // namespace baton::stack
