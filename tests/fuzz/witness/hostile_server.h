// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_FUZZ_WITNESS_HOSTILE_SERVER_H_
#define BATON_TESTS_FUZZ_WITNESS_HOSTILE_SERVER_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "tests/fuzz/witness/hostile_script.h"
#include "tests/fuzz/witness/hostile_socket.h"

namespace baton::fuzz {

// A server that answers requests with the frames of a script. The lines up to
// the first "N" are sent at the start of each connection, the lines up to the
// second "N" answer the first request, and so on. Each answer ends with
// RST_STREAM unless the script contains "Q". Further requests are reset. The
// server's own steps:
//
//   K    closes the connection, "Kr" with a reset
//   E    half-closes the connection
//   N    separates the answers
//   Q    does not end the answer
//   V    waits for one millisecond
//   Z    sends the bytes so far in their own packet
class HostileServer {
 public:
  HostileServer();
  ~HostileServer();

  std::string target() const;

  // Sets the script of all connections from now on.
  void Play(const std::vector<std::string>& lines, bool sends_settings);
  // Ends all connections, and returns the number of requests since Play().
  int Stop();

 private:
  struct Connection {
    explicit Connection(int accepted) : socket(accepted) {}
    HostileSocket socket;
    std::thread thread;
  };

  void Accept();
  void Serve(HostileSocket& socket);
  // Answers the request, and returns whether the connection goes on.
  bool Answer(HostileSocket& socket, uint32_t stream);
  // Sends the n-th part of the script.
  bool SendPart(HostileSocket& socket, std::size_t n, uint32_t stream,
                bool* is_quiet);

  int port_ = 0;
  int listener_ = -1;
  std::thread acceptor_;
  std::mutex mutex_;  // Guards the following fields.
  bool playing_ = false;
  bool sends_settings_ = true;
  std::vector<std::vector<std::string>> parts_;
  std::size_t requests_ = 0;
  std::vector<std::unique_ptr<Connection>> connections_;
};

}  // namespace baton::fuzz

#endif  // BATON_TESTS_FUZZ_WITNESS_HOSTILE_SERVER_H_
