// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CHAIN_LOOPBACK_SOCKET_H_
#define BATON_CHAIN_LOOPBACK_SOCKET_H_

#include <string>

namespace baton::chain {

// Returns a TCP socket that is bound to a free port of 127.0.0.1 and does not
// listen. Aborts the program if the system has no such socket. The caller
// closes it.
int BindLoopbackSocket();

// Returns the local port of a socket. Returns 0 if it is no TCP socket.
int LocalPort(int socket);

// Returns the remote port of a socket. Returns 0 if it is not connected.
int RemotePort(int socket);

// Cuts the connection from `peer` (as gRPC writes peers) on the side of this
// process that accepted it. Both sides then read its end. Returns whether there
// was such a connection.
bool CutLoopbackConnection(const std::string& peer);

}  // namespace baton::chain

#endif  // BATON_CHAIN_LOOPBACK_SOCKET_H_
