// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CHAIN_FAULT_H_
#define BATON_CHAIN_FAULT_H_

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "grpcpp/support/status.h"

namespace baton::chain {

// What goes wrong with one call at the layer that it reaches. By default
// nothing does: the layer makes its own calls, and fails as the first of them
// that failed.
//
//   Fail(grpc::StatusCode::UNAVAILABLE, "out").AfterCalls().LosingTrailers()
struct Fault {
  enum class End {
    kAnswer,
    kCrash,  // the connection is cut, under every call that is on it
    kHang,   // nothing, until the caller gives up
  };

  End end = End::kAnswer;
  // Not OK: answered in place of what the layer's own calls say.
  grpc::Status status;
  // Does the layer make its own calls first?
  bool after_calls = false;
  // The answer arrives without what Baton says in its trailers.
  bool loses_trailers = false;
  // What the handler says by its scope.
  bool do_not_retry = false;
  std::optional<absl::Duration> retry_after;

  Fault AfterCalls() const;
  Fault LosingTrailers() const;
  Fault DoNotRetry() const;
  Fault RetryAfter(absl::Duration delay) const;

  bool none() const { return end == End::kAnswer && status.ok(); }
};

Fault NoFault();
Fault Fail(grpc::StatusCode code = grpc::StatusCode::UNAVAILABLE,
           const std::string& message = "");
Fault Crash();
Fault Hang();

// A call that has reached a layer.
struct Arrival {
  uint64_t request = 0;  // of the application, from 1
  int call = 1;          // which of the request's calls at this layer, from 1
  std::multimap<std::string, std::string> metadata;
};

// What a layer does with each call. Runs on threads of gRPC's, several at once.
using Behaviour = std::function<Fault(const Arrival&)>;

Behaviour Always(Fault fault);
// Of each request, the first so many calls.
Behaviour FirstCalls(int calls, Fault fault);
// The faults one after the other, over all requests; then none.
Behaviour InOrder(std::vector<Fault> faults);
// Each call by itself with this probability, in [0, 1]. With the same seed and
// calls in the same order, the same calls.
Behaviour AtRandom(double probability, Fault fault, uint64_t seed = 1);

}  // namespace baton::chain

#endif  // BATON_CHAIN_FAULT_H_
