// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/reserved_port.h"

#include <unistd.h>

#include "absl/strings/str_cat.h"
#include "baton/chain/loopback_socket.h"

namespace baton {

ReservedPort::ReservedPort()
    : socket_(chain::BindLoopbackSocket()), port_(chain::LocalPort(socket_)) {}

ReservedPort::~ReservedPort() { close(socket_); }

std::string ReservedPort::address() const {
  return absl::StrCat("127.0.0.1:", port_);
}

}  // namespace baton
