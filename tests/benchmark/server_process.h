// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_BENCHMARK_SERVER_PROCESS_H_
#define BATON_TESTS_BENCHMARK_SERVER_PROCESS_H_

#include <sys/types.h>

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace baton::benchmarks {

// The server of the benchmarks, in a separate process, so that this process
// measures only the client. It ends when this process ends.
class ServerProcess {
 public:
  // Starts this program again with the arguments kServe and `kind`. The program
  // must then call Serve(kind).
  explicit ServerProcess(absl::string_view kind = "bare");
  // Waits for the end of the process.
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  // "127.0.0.1:40000"
  const std::string& address() const { return address_; }
  // Returns the CPU time that all threads of the server have used.
  double CpuSeconds() const;

 private:
  pid_t pid_ = -1;
  int life_line_ = -1;  // its standard input
  std::string address_;
};

inline constexpr char kServe[] = "--serve";

// Runs in the other process: serves until standard input ends, see
// server_kinds.h. Returns the exit code.
int Serve(absl::string_view kind);

// Runs this program again with these arguments, and waits for its end. Returns
// whether it succeeded.
bool RunThisProgram(const std::vector<std::string>& arguments);

}  // namespace baton::benchmarks

#endif  // BATON_TESTS_BENCHMARK_SERVER_PROCESS_H_
