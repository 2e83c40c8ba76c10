// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CHAIN_TALLY_H_
#define BATON_CHAIN_TALLY_H_

#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "grpcpp/support/status.h"

namespace baton::chain {

// What one request of the application has caused.
struct RequestCount {
  std::vector<int> at_sites;   // calls that arrived, by the site they came from
  std::vector<int> at_layers;  // the same, by where they arrived
  std::vector<int> minted;     // of those, the ones that brought no budget
};

// What was counted so far.
struct Count {
  std::map<uint64_t, RequestCount> requests;
  std::map<grpc::StatusCode, int> answers;  // to the application
};

// Counts the calls at every layer. Thread-safe.
class Tally {
 public:
  Tally(std::size_t sites, std::size_t layers)
      : sites_(sites), layers_(layers) {}

  // A call arrived. Returns how many have by now, of its request at its layer.
  int OnArrival(uint64_t request, std::size_t site, std::size_t layer,
                bool has_budget);
  void OnAnswer(grpc::StatusCode code);

  // Begins anew.
  Count Take();

 private:
  const std::size_t sites_;
  const std::size_t layers_;
  std::mutex mutex_;
  Count count_;  // guarded by mutex_
};

}  // namespace baton::chain

#endif  // BATON_CHAIN_TALLY_H_
