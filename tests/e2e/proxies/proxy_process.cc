// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/e2e/proxies/proxy_process.h"

#include <vector>

namespace baton {
namespace {

std::unique_ptr<PeerProcess> Start(const std::string& proxy,
                                   const std::string& config,
                                   const std::string& upstream) {
  const std::string folder = "tests/e2e/proxies/";
  return std::make_unique<PeerProcess>(
      std::vector<std::string>{"/usr/bin/python3", folder + "run_proxy.py",
                               proxy, folder + config, upstream});
}

}  // namespace

std::unique_ptr<PeerProcess> StartNginx(const std::string& upstream) {
  return Start("nginx", "nginx.conf", upstream);
}

std::unique_ptr<PeerProcess> StartEdgeNginx(const std::string& upstream) {
  return Start("nginx", "nginx_edge.conf", upstream);
}

std::unique_ptr<PeerProcess> StartHaProxy(const std::string& upstream) {
  return Start("haproxy", "haproxy.cfg", upstream);
}

}  // namespace baton
