// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_E2E_PROXIES_PROXY_PROCESS_H_
#define BATON_TESTS_E2E_PROXIES_PROXY_PROCESS_H_

#include <memory>
#include <string>

#include "tests/e2e/peers/peer_process.h"

namespace baton {

// Start proxies in front of `upstream`, with the configurations in this folder.
// nginx forwards everything, but as an edge it removes the metadata that
// strangers must not send. HAProxy injects faults on request.
std::unique_ptr<PeerProcess> StartNginx(const std::string& upstream);
std::unique_ptr<PeerProcess> StartEdgeNginx(const std::string& upstream);
std::unique_ptr<PeerProcess> StartHaProxy(const std::string& upstream);

}  // namespace baton

#endif  // BATON_TESTS_E2E_PROXIES_PROXY_PROCESS_H_
