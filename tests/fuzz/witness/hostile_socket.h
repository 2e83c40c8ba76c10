// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_FUZZ_WITNESS_HOSTILE_SOCKET_H_
#define BATON_TESTS_FUZZ_WITNESS_HOSTILE_SOCKET_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace baton::fuzz {

// The socket of a hostile peer. Each function returns after a bounded time. Not
// thread-safe, except Abort().
class HostileSocket {
 public:
  // Connects to a port of 127.0.0.1.
  static int Connect(int port);

  // Owns `socket`.
  explicit HostileSocket(int socket);
  ~HostileSocket();
  HostileSocket(const HostileSocket&) = delete;
  HostileSocket& operator=(const HostileSocket&) = delete;

  // Sends all bytes, unless the peer has left or does not read.
  void Send(absl::string_view bytes);

  // Reads until `text` is part of the received bytes. Returns false if the peer
  // has left, or after `bound`.
  bool Await(absl::string_view text, absl::Duration bound);

  // Appends the next bytes to received(). Returns false if the peer has left,
  // or after `bound`.
  bool Receive(absl::Duration bound);
  const std::string& received() const { return received_; }
  void Forget(std::size_t bytes) { received_.erase(0, bytes); }
  // Returns whether the peer has closed the connection.
  bool at_end() const { return at_end_; }

  // Ends the connection, so that other functions return.
  void Abort();
  // Closes the direction to the peer.
  void CloseSending();
  // Ends the connection with a reset.
  void Reset();

 private:
  bool Poll(short events, absl::Duration bound) const;

  const int socket_;
  std::string received_;
  bool at_end_ = false;
};

}  // namespace baton::fuzz

#endif  // BATON_TESTS_FUZZ_WITNESS_HOSTILE_SOCKET_H_
