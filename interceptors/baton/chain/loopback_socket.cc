// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/chain/loopback_socket.h"

#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "absl/strings/str_cat.h"

namespace baton::chain {
namespace {

using NameFunction = int (*)(int, sockaddr*, socklen_t*);

int PortBy(NameFunction name, int socket) {
  // The sockets of gRPC are IPv6 sockets with mapped IPv4 addresses.
  sockaddr_in6 address = {};
  socklen_t size = sizeof(address);
  if (name(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0 ||
      (address.sin6_family != AF_INET && address.sin6_family != AF_INET6)) {
    return 0;
  }
  // Both kinds of address store the port in the same place.
  return ntohs(address.sin6_port);
}

// Returns an upper limit for the file descriptors of this process.
int DescriptorLimit() {
  rlimit limit = {};
  getrlimit(RLIMIT_NOFILE, &limit);
  return static_cast<int>(std::min<rlim_t>(limit.rlim_cur, 65536));
}

}  // namespace

int BindLoopbackSocket() {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int on = 1;
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) != 0 ||
      setsockopt(socket, SOL_SOCKET, SO_REUSEPORT, &on, sizeof(on)) != 0 ||
      bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof(address)) !=
          0) {
    std::perror("cannot bind a loopback socket");
    std::abort();
  }
  return socket;
}

int LocalPort(int socket) { return PortBy(&getsockname, socket); }

int RemotePort(int socket) { return PortBy(&getpeername, socket); }

bool CutLoopbackConnection(const std::string& peer) {
  // gRPC has no API for its sockets, so this code searches all descriptors.
  for (int socket = 0; socket < DescriptorLimit(); ++socket) {
    const int port = RemotePort(socket);
    if (port != 0 && peer == absl::StrCat("ipv4:127.0.0.1:", port)) {
      return shutdown(socket, SHUT_RDWR) == 0;
    }
  }
  return false;
}

}  // namespace baton::chain
