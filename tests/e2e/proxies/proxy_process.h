// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_E2E_PROXIES_PROXY_PROCESS_H_
#define BATON_TESTS_E2E_PROXIES_PROXY_PROCESS_H_

#include <memory>
#include <string>

#include "tests/e2e/peers/peer_process.h"

namespace baton {

// Proxies in front of `upstream`, as the configurations in this folder have
// them: nginx passes everything on, HAProxy makes faults when it is told to.
std::unique_ptr<PeerProcess> StartNginx(const std::string& upstream);
std::unique_ptr<PeerProcess> StartHaProxy(const std::string& upstream);

}  // namespace baton

#endif  // BATON_TESTS_E2E_PROXIES_PROXY_PROCESS_H_
