// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/calls/resetting_listener.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

#include "absl/strings/str_cat.h"
#include "baton/chain/loopback_socket.h"
#include "gtest/gtest.h"

namespace baton {

ResettingListener::ResettingListener()
    : listener_(chain::BindLoopbackSocket()) {
  EXPECT_EQ(listen(listener_, SOMAXCONN), 0);
  server_ = std::thread([this] { Serve(); });
}

ResettingListener::~ResettingListener() {
  // Wakes accept(), which close() alone would not do.
  shutdown(listener_, SHUT_RDWR);
  server_.join();
  close(listener_);
}

std::string ResettingListener::address() const {
  return absl::StrCat("127.0.0.1:", chain::LocalPort(listener_));
}

void ResettingListener::Serve() {
  for (;;) {
    const int connection = accept(listener_, nullptr, nullptr);
    if (connection < 0 && (errno == EINTR || errno == ECONNABORTED)) continue;
    if (connection < 0) return;
    // With a linger time of zero, close() sends a reset.
    const linger at_once = {1, 0};
    setsockopt(connection, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
    // Incremented first: the client may see the reset before this thread
    // continues.
    ++resets_;
    close(connection);
  }
}

}  // namespace baton
