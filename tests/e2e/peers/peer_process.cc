// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/e2e/peers/peer_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/time.h"
#include "gtest/gtest.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

constexpr char kFolder[] = "tests/e2e/peers";
constexpr char kDescriptors[] =
    "proto/baton/testing/v1/scripted_proto-descriptor-set.proto.bin";

// Reads one more byte. Returns false at the end, and after a timeout.
bool ReadByte(int file, char* byte) {
  pollfd readable = {file, POLLIN, 0};
  const int patience = static_cast<int>(absl::ToInt64Milliseconds(kPatience));
  return poll(&readable, 1, patience) == 1 && read(file, byte, 1) == 1;
}

pid_t Spawn(const std::vector<std::string>& command, int input, int output) {
  std::vector<char*> arguments;
  for (const std::string& word : command) {
    arguments.push_back(const_cast<char*>(word.c_str()));
  }
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  pid_t pid = -1;
  const int error = posix_spawnp(&pid, arguments[0], &actions, nullptr,
                                 arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return error == 0 ? pid : -1;
}

}  // namespace

PeerProcess::PeerProcess(const std::vector<std::string>& command) {
  int input[2];
  int output[2];
  if (pipe2(input, O_CLOEXEC) != 0 || pipe2(output, O_CLOEXEC) != 0) {
    ADD_FAILURE() << "no pipe";
    return;
  }
  pid_ = Spawn(command, input[0], output[1]);
  close(input[0]);
  close(output[1]);
  input_ = input[1];
  output_ = output[0];

  std::string port;
  char byte = 0;
  while (ReadByte(output_, &byte) && byte != '\n') port += byte;
  if (byte == '\n') {
    address_ = absl::StrCat("127.0.0.1:", port);
  } else {
    ADD_FAILURE() << "no port from: " << absl::StrJoin(command, " ");
  }
}

PeerProcess::~PeerProcess() {
  close(input_);
  if (pid_ > 0) {
    // The output ends when the process ends.
    char byte = 0;
    while (ReadByte(output_, &byte)) {
    }
    pollfd ended = {output_, POLLIN, 0};
    if (poll(&ended, 1, 0) != 1) {
      ADD_FAILURE() << "peer " << pid_ << " outlived its input";
      kill(pid_, SIGKILL);
    }
    waitpid(pid_, nullptr, 0);
  }
  close(output_);
}

std::vector<std::string> PeerProcess::PythonCommand() {
  // Uses Debian's interpreter, because it has Debian's packages.
  return {"/usr/bin/python3", absl::StrCat(kFolder, "/scripted_peer.py"),
          kDescriptors};
}

std::vector<std::string> PeerProcess::JavaScriptCommand() {
  return {"node", absl::StrCat(kFolder, "/scripted_peer.js"), kDescriptors};
}

}  // namespace baton
