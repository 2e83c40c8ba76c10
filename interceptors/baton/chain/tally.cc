// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/chain/tally.h"

#include <utility>

namespace baton::chain {

int Tally::OnArrival(uint64_t request, std::size_t site, std::size_t layer,
                     bool has_budget_header) {
  const MutexLock lock(mutex_);
  RequestCount& count = count_.requests[request];
  count.at_sites.resize(sites_);
  count.at_layers.resize(layers_);
  count.created_grants.resize(layers_);
  ++count.at_sites[site];
  if (!has_budget_header) ++count.created_grants[layer];
  return ++count.at_layers[layer];
}

void Tally::OnResponse(grpc::StatusCode code) {
  const MutexLock lock(mutex_);
  ++count_.responses[code];
}

Count Tally::Take() {
  const MutexLock lock(mutex_);
  return std::exchange(count_, Count());
}

}  // namespace baton::chain
