// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CHAIN_LOOPBACK_SOCKET_H_
#define BATON_CHAIN_LOOPBACK_SOCKET_H_

#include <string>

namespace baton::chain {

// A TCP socket bound to a free port of 127.0.0.1, not listening. It ends the
// program if the system has none to give. The caller closes it.
int BindLoopbackSocket();

// The port on this side of a socket; 0 for what is no TCP socket.
int LocalPort(int socket);

// The port on the other side; 0 for what is not connected.
int RemotePort(int socket);

// Cuts this process' connection to `peer`, as gRPC writes peers: on this side,
// where it came in. Both sides then read its end. Returns whether there was
// one.
bool CutLoopbackConnection(const std::string& peer);

}  // namespace baton::chain

#endif  // BATON_CHAIN_LOOPBACK_SOCKET_H_
