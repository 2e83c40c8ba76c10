// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/fuzz/witness/hostile_socket.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstddef>

#include "tests/support/real_time.h"

namespace baton::fuzz {
namespace {

constexpr absl::Duration kSendBound = absl::Milliseconds(200);
constexpr std::size_t kMaxReceived = 1 << 20;

}  // namespace

int HostileSocket::Connect(int port) {
  const int connected = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<uint16_t>(port));
  // If it fails, Send() and Receive() fail, too.
  (void)!connect(connected, reinterpret_cast<sockaddr*>(&address),
                 sizeof(address));
  return connected;
}

HostileSocket::HostileSocket(int socket) : socket_(socket) {
  const int on = 1;
  setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
}

HostileSocket::~HostileSocket() { close(socket_); }

void HostileSocket::Send(absl::string_view bytes) {
  while (!bytes.empty() && Poll(POLLOUT, kSendBound)) {
    const ssize_t sent =
        send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

bool HostileSocket::Await(absl::string_view text, absl::Duration bound) {
  const Stopwatch watch;
  while (received_.find(text.data(), 0, text.size()) == std::string::npos) {
    if (received_.size() > kMaxReceived) received_.clear();
    if (!Receive(bound - watch.Elapsed())) return false;
  }
  return true;
}

bool HostileSocket::Receive(absl::Duration bound) {
  if (at_end_ || !Poll(POLLIN, bound)) return false;
  char bytes[8192];
  const ssize_t got = recv(socket_, bytes, sizeof(bytes), MSG_DONTWAIT);
  if (got <= 0) {
    at_end_ = true;
    return false;
  }
  received_.append(bytes, static_cast<std::size_t>(got));
  return true;
}

void HostileSocket::Abort() { shutdown(socket_, SHUT_RDWR); }

void HostileSocket::CloseSending() { shutdown(socket_, SHUT_WR); }

void HostileSocket::Reset() {
  // Linux resets a connection whose socket is connected to no address.
  sockaddr nothing{};
  nothing.sa_family = AF_UNSPEC;
  (void)!connect(socket_, &nothing, sizeof(nothing));
}

bool HostileSocket::Poll(short events, absl::Duration bound) const {
  if (bound <= absl::ZeroDuration()) return false;
  pollfd waiting{socket_, events, 0};
  const auto ms = static_cast<int>(
      absl::ToInt64Milliseconds(absl::Ceil(bound, absl::Milliseconds(1))));
  return poll(&waiting, 1, ms) == 1;
}

}  // namespace baton::fuzz
