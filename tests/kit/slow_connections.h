// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_KIT_SLOW_CONNECTIONS_H_
#define BATON_TESTS_KIT_SLOW_CONNECTIONS_H_

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "absl/time/time.h"

namespace baton {

// Returns the port of an address such as "127.0.0.1:443".
int PortOf(const std::string& address);

// Forwards connections from a port of 127.0.0.1 to another one. Each connection
// begins slowly, as if the server were far away: its first byte waits. All
// later bytes pass at once.
class SlowConnections {
 public:
  // `target` is a port of 127.0.0.1.
  SlowConnections(int target, absl::Duration delay);
  // Ends all connections.
  ~SlowConnections();
  SlowConnections(const SlowConnections&) = delete;
  SlowConnections& operator=(const SlowConnections&) = delete;

  int port() const { return port_; }
  std::string address() const;

 private:
  void Accept();
  void Forward(int client);
  // Returns false if this object ends meanwhile.
  bool Delay();

  const int target_;
  const absl::Duration delay_;
  const int listener_;
  const int port_;

  std::mutex mutex_;  // Guards the following fields.
  std::condition_variable ends_;
  bool ended_ = false;
  std::vector<int> sockets_;
  std::vector<std::thread> connections_;

  std::thread acceptor_;
};

}  // namespace baton

#endif  // BATON_TESTS_KIT_SLOW_CONNECTIONS_H_
