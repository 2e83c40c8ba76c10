// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_E2E_PEERS_PEER_PROCESS_H_
#define BATON_TESTS_E2E_PEERS_PEER_PROCESS_H_

#include <sys/types.h>

#include <string>
#include <vector>

namespace baton {

// A server that runs as a process of its own: prints its port as the first
// line, and ends when its standard input does. See README.md.
class PeerProcess {
 public:
  // Runs a program of $PATH and waits for its port. Fails the test if none
  // comes; address() is then empty.
  explicit PeerProcess(const std::vector<std::string>& command);

  // Tells the process to end, and kills it if it does not.
  ~PeerProcess();

  PeerProcess(const PeerProcess&) = delete;
  PeerProcess& operator=(const PeerProcess&) = delete;

  // The two that are in this folder.
  static std::vector<std::string> PythonCommand();
  static std::vector<std::string> JavaScriptCommand();

  // "127.0.0.1:40000"
  const std::string& address() const { return address_; }

 private:
  pid_t pid_ = -1;
  int input_ = -1;   // Where its standard input comes from.
  int output_ = -1;  // Where its standard output goes to.
  std::string address_;
};

}  // namespace baton

#endif  // BATON_TESTS_E2E_PEERS_PEER_PROCESS_H_
