// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CHAIN_LOOPBACK_SOCKET_H_
#define BATON_CHAIN_LOOPBACK_SOCKET_H_

#include <string>

namespace baton::chain {

// Returns a TCP socket that is bound to a free port of 127.0.0.1 but does not
// listen. If the system cannot create such a socket, aborts the program. The
// caller must close the socket.
int BindLoopbackSocket();

// Returns the local port of a socket. Returns 0 if it is not a TCP socket.
int LocalPort(int socket);

// Returns the remote port of a socket. Returns 0 if it is not connected.
int RemotePort(int socket);

// Cuts the connection of `peer`, the name that gRPC gives to the other side of
// a connection. This process must have accepted the connection. Both sides then
// read the end of the connection. Returns whether there was such a connection.
bool CutLoopbackConnection(const std::string& peer);

}  // namespace baton::chain

#endif  // BATON_CHAIN_LOOPBACK_SOCKET_H_
