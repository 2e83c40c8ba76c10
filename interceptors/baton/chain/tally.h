// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CHAIN_TALLY_H_
#define BATON_CHAIN_TALLY_H_

#include <cstdint>
#include <map>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "baton/mutex.h"
#include "grpcpp/support/status.h"

namespace baton::chain {

// The calls that one request of the application has caused.
struct RequestCount {
  std::vector<int> at_sites;   // number of calls, by call site
  std::vector<int> at_layers;  // number of calls, by the layer reached
  // Number of calls that arrived without a `retry-budget` header, by layer. The
  // layer creates a grant for each of them.
  std::vector<int> created_grants;
};

// The counts since the last Tally::Take().
struct Count {
  std::map<uint64_t, RequestCount> requests;
  std::map<grpc::StatusCode, int> responses;  // for the application, by code
};

// Counts the calls at every layer. Thread-safe.
class Tally {
 public:
  Tally(std::size_t sites, std::size_t layers)
      : sites_(sites), layers_(layers) {}

  // Counts a call that has reached a layer. Returns how many calls of this
  // request have reached this layer, including this call.
  int OnArrival(uint64_t request, std::size_t site, std::size_t layer,
                bool has_budget_header);
  void OnResponse(grpc::StatusCode code);

  // Returns the counts, and starts again from zero.
  Count Take();

 private:
  const std::size_t sites_;
  const std::size_t layers_;
  Mutex mutex_;
  Count count_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace baton::chain

#endif  // BATON_CHAIN_TALLY_H_
