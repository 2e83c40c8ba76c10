// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_RESERVED_PORT_H_
#define BATON_TESTS_SUPPORT_RESERVED_PORT_H_

#include <string>

namespace baton {

// A port of 127.0.0.1 without a listener. The system refuses connections at
// once and gives the port to no other process. A gRPC server of this process
// may listen on the port, stop and start again, because both allow its reuse.
class ReservedPort {
 public:
  // Ends the program if the system has no free port.
  ReservedPort();
  ~ReservedPort();

  ReservedPort(const ReservedPort&) = delete;
  ReservedPort& operator=(const ReservedPort&) = delete;

  int port() const { return port_; }
  // "127.0.0.1:40000"
  std::string address() const;

 private:
  int socket_;
  int port_;
};

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_RESERVED_PORT_H_
