// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_LOOPBACK_SOCKET_H_
#define BATON_TESTS_SUPPORT_LOOPBACK_SOCKET_H_

#include <string>

namespace baton {

// A TCP socket bound to a free port of 127.0.0.1, not listening. It ends the
// program if the system has none to give. The caller closes it.
int BindLoopbackSocket();

// The port on this side of a socket; 0 for what is no TCP socket.
int LocalPort(int socket);

// The port on the other side; 0 for what is not connected.
int RemotePort(int socket);

// Cuts this process' connection between its own `local_port` and `peer`, as
// gRPC writes peers. Both sides then read the end of the connection. Returns
// whether there was one.
bool CutLoopbackConnection(int local_port, const std::string& peer);

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_LOOPBACK_SOCKET_H_
