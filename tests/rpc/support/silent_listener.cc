// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/rpc/support/silent_listener.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "baton/chain/loopback_socket.h"
#include "gtest/gtest.h"

namespace baton {
namespace {

// Starts to connect to a port, and returns the socket.
int StartConnecting(int port) {
  const int connection = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int result = connect(connection, reinterpret_cast<sockaddr*>(&address),
                             sizeof(address));
  EXPECT_TRUE(result == 0 || errno == EINPROGRESS);
  return connection;
}

// Returns whether the connection opens within the time of a loopback.
bool Opens(int connection) {
  constexpr int kMilliseconds = 100;
  pollfd waits = {connection, POLLOUT, 0};
  return poll(&waits, 1, kMilliseconds) == 1;
}

}  // namespace

SilentListener::SilentListener(Step step)
    : listener_(chain::BindLoopbackSocket()),
      address_(absl::StrCat("127.0.0.1:", chain::LocalPort(listener_))) {
  EXPECT_EQ(listen(listener_, step == Step::kTcp ? 0 : SOMAXCONN), 0);
  if (step != Step::kTcp) return;
  constexpr int kMostConnections = 8;
  for (int i = 0; i < kMostConnections; ++i) {
    connections_.push_back(StartConnecting(chain::LocalPort(listener_)));
    if (!Opens(connections_.back())) return;
  }
  ADD_FAILURE() << "the queue does not fill";
}

SilentListener::~SilentListener() {
  for (const int connection : connections_) close(connection);
  close(listener_);
}

}  // namespace baton
