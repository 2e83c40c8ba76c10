// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_E2E_PEERS_PEER_PROCESS_H_
#define BATON_TESTS_E2E_PEERS_PEER_PROCESS_H_

#include <sys/types.h>

#include <string>
#include <vector>

namespace baton {

// A server in a separate process. It prints its port as the first line, and
// ends when its standard input ends. See README.md.
class PeerProcess {
 public:
  // Runs a program of $PATH and waits for its port. If there is none, fails the
  // test, and address() is empty.
  explicit PeerProcess(const std::vector<std::string>& command);

  // Asks the process to end, and kills it if it does not.
  ~PeerProcess();

  PeerProcess(const PeerProcess&) = delete;
  PeerProcess& operator=(const PeerProcess&) = delete;

  // The commands of the two peers in this folder.
  static std::vector<std::string> PythonCommand();
  static std::vector<std::string> JavaScriptCommand();

  // "127.0.0.1:40000"
  const std::string& address() const { return address_; }

 private:
  pid_t pid_ = -1;
  int input_ = -1;   // The write end of its standard input.
  int output_ = -1;  // The read end of its standard output.
  std::string address_;
};

}  // namespace baton

#endif  // BATON_TESTS_E2E_PEERS_PEER_PROCESS_H_
