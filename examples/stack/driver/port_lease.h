// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_DRIVER_PORT_LEASE_H_
#define BATON_EXAMPLES_STACK_DRIVER_PORT_LEASE_H_

#include <string>

#include "absl/status/statusor.h"

namespace baton::stack {

// Reserves a port of 127.0.0.1: the system gives it to no other process, but
// gRPC servers may listen on it. A killed service can therefore use the same
// port after its restart. While no server listens, connections are refused.
class PortLease {
 public:
  // Returns RESOURCE_EXHAUSTED if the system has no free port.
  static absl::StatusOr<PortLease> Take();

  ~PortLease();
  PortLease(PortLease&& other) noexcept;
  PortLease& operator=(PortLease&& other) = delete;

  // "127.0.0.1:40000"
  const std::string& address() const { return address_; }

 private:
  PortLease(int socket, std::string address);

  int socket_;
  std::string address_;
};

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_DRIVER_PORT_LEASE_H_
