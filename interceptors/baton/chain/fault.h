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
  // The end of a call.
  enum class End {
    kRespond,  // a response
    kCrash,    // cuts the connection, under every call on it
    kHang,     // no response until the caller cancels the call
  };

  // The end of the call.
  End end = End::kRespond;
  // Not OK: the response, whatever the layer's own calls return.
  grpc::Status status;
  // Whether the layer makes its own calls before the fault.
  bool after_calls = false;
  // Whether the response loses the trailers of Baton.
  bool loses_trailers = false;
  // Whether the handler calls RequestScope::DoNotRetry().
  bool do_not_retry = false;
  // The delay that the handler passes to RequestScope::RetryAfter(). Not set:
  // the handler does not call it.
  std::optional<absl::Duration> retry_after;

  // Returns this fault, after the layer's own calls.
  Fault AfterCalls() const;
  // Returns this fault, with a response that loses the trailers of Baton.
  Fault LosingTrailers() const;
  // Returns this fault, with the advice not to retry.
  Fault DoNotRetry() const;
  // Returns this fault, with the advice to retry after `delay`.
  Fault RetryAfter(absl::Duration delay) const;

  // Returns whether the call meets no fault.
  bool none() const { return end == End::kRespond && status.ok(); }
};

// Returns a fault that changes nothing.
Fault NoFault();
// Returns a response with this status.
Fault Fail(grpc::StatusCode code = grpc::StatusCode::UNAVAILABLE,
           const std::string& message = "");
// Returns a cut of the connection.
Fault Crash();
// Returns a call without a response.
Fault Hang();

// A call that has reached a layer.
struct Arrival {
  uint64_t request = 0;  // the application's number of it, from 1
  int call = 1;          // number of this call at this layer, from 1
  // The metadata of the call.
  std::multimap<std::string, std::string> metadata;
};

// Returns the fault of each call at a layer. Runs on threads of gRPC,
// concurrently.
using Behavior = std::function<Fault(const Arrival&)>;

// Returns `fault` for every call.
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
