// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/e2e/peers/foreign_peers.h"

#include <map>
#include <memory>

#include "tests/e2e/peers/peer_process.h"

namespace baton {
namespace {

std::map<ForeignPeer, std::unique_ptr<PeerProcess>>& Processes() {
  static auto* const processes =
      new std::map<ForeignPeer, std::unique_ptr<PeerProcess>>;
  return *processes;
}

}  // namespace

const std::string& AddressOf(ForeignPeer peer) {
  std::unique_ptr<PeerProcess>& process = Processes()[peer];
  if (process == nullptr) {
    process = std::make_unique<PeerProcess>(
        peer == ForeignPeer::kPython ? PeerProcess::PythonCommand()
                                     : PeerProcess::JavaScriptCommand());
  }
  return process->address();
}

void EndForeignPeers() { Processes().clear(); }

std::string Name(ForeignPeer peer) {
  return peer == ForeignPeer::kPython ? "Python" : "JavaScript";
}

std::ostream& operator<<(std::ostream& out, ForeignPeer peer) {
  return out << Name(peer);
}

}  // namespace baton
