// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_BENCHMARK_SERVER_PROCESS_H_
#define BATON_TESTS_BENCHMARK_SERVER_PROCESS_H_

#include <sys/types.h>

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace baton::benchmarks {

// The server that benchmarks call, in a process of its own, so that what is
// measured in this one is the client alone. It ends when this process does.
class ServerProcess {
 public:
  // Starts this very program again, with kServe and `kind` for its arguments;
  // the program is to call Serve(kind) then.
  explicit ServerProcess(absl::string_view kind = "bare");
  // Waits for its end.
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  // "127.0.0.1:40000"
  const std::string& address() const { return address_; }

 private:
  pid_t pid_ = -1;
  int life_line_ = -1;  // its standard input
  std::string address_;
};

inline constexpr char kServe[] = "--serve";

// The other process: serves until its standard input ends, see server_kinds.h.
// The exit code.
int Serve(absl::string_view kind);

// Runs this very program again with these arguments, and waits for its end.
// True if it succeeded.
bool RunThisProgram(const std::vector<std::string>& arguments);

}  // namespace baton::benchmarks

#endif  // BATON_TESTS_BENCHMARK_SERVER_PROCESS_H_
