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

// The fault of one call at the layer that it reaches. By default there is none:
// the layer makes its own calls. If any of them fails, the layer fails with the
// status of the first failure.
//
//   Fail(grpc::StatusCode::UNAVAILABLE, "out").AfterCalls().LosingTrailers()
struct Fault {
  enum class End {
    kRespond,
    kCrash,  // cuts the connection, under every call on it
    kHang,   // no response until the caller cancels the call
  };

  End end = End::kRespond;
  // Not OK: the response, whatever the layer's own calls return.
  grpc::Status status;
  // Whether the layer makes its own calls before the fault.
  bool after_calls = false;
  // Whether the response loses the trailers of Baton.
  bool loses_trailers = false;
  // The advice that the handler sets on its scope.
  bool do_not_retry = false;
  std::optional<absl::Duration> retry_after;

  Fault AfterCalls() const;
  Fault LosingTrailers() const;
  Fault DoNotRetry() const;
  Fault RetryAfter(absl::Duration delay) const;

  bool none() const { return end == End::kRespond && status.ok(); }
};

Fault NoFault();
Fault Fail(grpc::StatusCode code = grpc::StatusCode::UNAVAILABLE,
           const std::string& message = "");
Fault Crash();
Fault Hang();

// A call that has reached a layer.
struct Arrival {
  uint64_t request = 0;  // the application's number of it, from 1
  int call = 1;          // number of this call at this layer, from 1
  std::multimap<std::string, std::string> metadata;
};

// Returns the fault of each call at a layer. Runs on threads of gRPC,
// concurrently.
using Behavior = std::function<Fault(const Arrival&)>;

Behavior Always(Fault fault);
// Returns `fault` for the first `calls` calls of each request.
Behavior FirstCalls(int calls, Fault fault);
// Returns the faults one after the other, over all requests. Then none.
Behavior InOrder(std::vector<Fault> faults);
// Returns `fault` for each call independently, with this probability in [0, 1].
// The same seed and the same order of calls select the same calls.
Behavior AtRandom(double probability, Fault fault, uint64_t seed = 1);

}  // namespace baton::chain

#endif  // BATON_CHAIN_FAULT_H_
