// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/driver/port_lease.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace baton::stack {

absl::StatusOr<PortLease> PortLease::Take() {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int on = 1;
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  socklen_t size = sizeof(address);
  // gRPC's listeners set this option, too, so that they can share the port.
  if (setsockopt(socket, SOL_SOCKET, SO_REUSEPORT, &on, sizeof(on)) != 0 ||
      bind(socket, generic, size) != 0 ||
      getsockname(socket, generic, &size) != 0) {
    if (socket >= 0) close(socket);
    return absl::ResourceExhaustedError("no free port on 127.0.0.1");
  }
  return PortLease(socket, absl::StrCat("127.0.0.1:", ntohs(address.sin_port)));
}

PortLease::PortLease(int socket, std::string address)
    : socket_(socket), address_(std::move(address)) {}

PortLease::~PortLease() {
  if (socket_ >= 0) close(socket_);
}

PortLease::PortLease(PortLease&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)),
      address_(std::move(other.address_)) {}

}  // namespace baton::stack
