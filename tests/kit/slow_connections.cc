// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/kit/slow_connections.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "baton/chain/loopback_socket.h"
#include "gtest/gtest.h"

namespace baton {
namespace {

int Connect(int port) {
  const int connection = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  EXPECT_EQ(connect(connection, reinterpret_cast<sockaddr*>(&address),
                    sizeof(address)),
            0);
  return connection;
}

// Sends small packets at once. Otherwise a call could take 40 ms longer.
void DoNotDelay(int connection) {
  const int yes = 1;
  EXPECT_EQ(setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes)),
            0);
}

// Forwards what there is. Returns false at the end of the stream.
bool Pass(int from, int to) {
  char bytes[16384];
  const ssize_t got = read(from, bytes, sizeof(bytes));
  for (ssize_t sent = 0; sent < got;) {
    const ssize_t written = send(
        to, bytes + sent, static_cast<std::size_t>(got - sent), MSG_NOSIGNAL);
    if (written <= 0) return false;
    sent += written;
  }
  return got > 0;
}

}  // namespace

int PortOf(const std::string& address) {
  return std::stoi(address.substr(address.rfind(':') + 1));
}

SlowConnections::SlowConnections(int target, absl::Duration delay)
    : target_(target),
      delay_(delay),
      listener_(chain::BindLoopbackSocket()),
      port_(chain::LocalPort(listener_)) {
  EXPECT_EQ(listen(listener_, SOMAXCONN), 0);
  acceptor_ = std::thread([this] { Accept(); });
}

SlowConnections::~SlowConnections() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ended_ = true;
    for (const int one : sockets_) shutdown(one, SHUT_RDWR);
  }
  ends_.notify_all();
  shutdown(listener_, SHUT_RDWR);
  acceptor_.join();
  for (std::thread& connection : connections_) connection.join();
  for (const int one : sockets_) close(one);
  close(listener_);
}

std::string SlowConnections::address() const {
  return absl::StrCat("127.0.0.1:", port_);
}

void SlowConnections::Accept() {
  for (;;) {
    const int client = accept(listener_, nullptr, nullptr);
    const std::lock_guard<std::mutex> lock(mutex_);
    if (client < 0 || ended_) {
      if (client >= 0) close(client);
      return;
    }
    sockets_.push_back(client);
    connections_.emplace_back([this, client] { Forward(client); });
  }
}

bool SlowConnections::Delay() {
  std::unique_lock<std::mutex> lock(mutex_);
  return !ends_.wait_for(lock, absl::ToChronoMilliseconds(delay_),
                         [&] { return ended_; });
}

void SlowConnections::Forward(int client) {
  if (!Delay()) return;
  const int server = Connect(target_);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    sockets_.push_back(server);
    if (ended_) return;
  }
  DoNotDelay(client);
  DoNotDelay(server);
  pollfd both[] = {{client, POLLIN, 0}, {server, POLLIN, 0}};
  for (;;) {
    // The destructor ends the sockets, and with them this loop.
    if (poll(both, 2, -1) <= 0) break;
    if (both[0].revents != 0 && !Pass(client, server)) break;
    if (both[1].revents != 0 && !Pass(server, client)) break;
  }
  shutdown(client, SHUT_RDWR);
  shutdown(server, SHUT_RDWR);
}

}  // namespace baton
