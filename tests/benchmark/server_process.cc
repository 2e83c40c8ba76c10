// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/benchmark/server_process.h"

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "absl/strings/str_cat.h"
#include "grpcpp/grpcpp.h"
#include "tests/benchmark/benchmark_service.h"

namespace baton::benchmarks {
namespace {

// A benchmark without a server has nothing to say.
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
  // Not used as it is, since under valgrind it would be valgrind's.
  const ssize_t size = readlink("/proc/self/exe", path, sizeof(path));
  if (size <= 0) Die("/proc/self/exe");
  return std::string(path, static_cast<std::size_t>(size));
}

}  // namespace

ServerProcess::ServerProcess() {
  const std::string program = ThisProgram();
  int input[2];
  int output[2];
  if (pipe(input) != 0 || pipe(output) != 0) Die("pipe");
  pid_ = fork();
  if (pid_ < 0) Die("fork");
  if (pid_ == 0) {
    dup2(input[0], STDIN_FILENO);
    dup2(output[1], STDOUT_FILENO);
    for (const int file : {input[0], input[1], output[0], output[1]}) {
      close(file);
    }
    execl(program.c_str(), program.c_str(), kServe, nullptr);
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

int Serve() {
  BenchmarkService service;
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                           &port);
  builder.RegisterService(&service);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr) return 1;
  const std::string line = absl::StrCat(port, "\n");
  if (write(STDOUT_FILENO, line.data(), line.size()) < 0) return 1;
  ReadLine(STDIN_FILENO);
  server->Shutdown(std::chrono::system_clock::now());
  return 0;
}

}  // namespace baton::benchmarks
