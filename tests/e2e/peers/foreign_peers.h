// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_E2E_PEERS_FOREIGN_PEERS_H_
#define BATON_TESTS_E2E_PEERS_FOREIGN_PEERS_H_

#include <ostream>
#include <string>

namespace baton {

// The servers in this folder.
enum class ForeignPeer { kPython, kJavaScript };

// Returns the address of a peer. One process of each peer serves all tests of a
// program. The first call starts it, and call ids separate the tests.
const std::string& AddressOf(ForeignPeer peer);

// Ends the processes: for TearDownTestSuite().
void EndForeignPeers();

std::string Name(ForeignPeer peer);

std::ostream& operator<<(std::ostream& out, ForeignPeer peer);

}  // namespace baton

#endif  // BATON_TESTS_E2E_PEERS_FOREIGN_PEERS_H_
