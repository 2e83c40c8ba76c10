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

// The fault of one call at a layer of a Chain (see chain.h). By default there
// is no fault, and the layer makes its own calls. If one of these calls fails,
// the layer returns the status of the first failed call.
//
//   Fail(grpc::StatusCode::UNAVAILABLE, "out").AfterCalls().LosingTrailers()
struct Fault {
  // How a call ends.
  enum class End {
    kRespond,  // the layer responds
    kCrash,    // the layer cuts the connection; all calls on it end
    kHang,     // no response until the caller cancels the call
  };

  // How the call ends.
  End end = End::kRespond;
  // The status of the response. If it is not OK, the layer returns it, whatever
  // the layer's own calls return.
  grpc::Status status;
  // Whether the layer makes its own calls before the fault. If false, a layer
  // with a fault makes none.
  bool after_calls = false;
  // Whether the trailers of Baton are removed from the response before the
  // caller receives it.
  bool loses_trailers = false;
  // Whether the handler calls RequestScope::DoNotRetry().
  bool do_not_retry = false;
  // The delay that the handler passes to RequestScope::RetryAfter(). Not set:
  // the handler does not call it.
  std::optional<absl::Duration> retry_after;

  // Returns a copy of this fault that happens after the layer's own calls.
  Fault AfterCalls() const;
  // Returns a copy of this fault whose response loses the trailers of Baton.
  Fault LosingTrailers() const;
  // Returns a copy of this fault whose handler calls
  // RequestScope::DoNotRetry().
  Fault DoNotRetry() const;
  // Returns a copy of this fault whose handler calls
  // RequestScope::RetryAfter(delay).
  Fault RetryAfter(absl::Duration delay) const;

  // Returns whether the layer responds with the status of its own calls.
  bool none() const { return end == End::kRespond && status.ok(); }
};

// Returns the default: no fault.
Fault NoFault();
// Returns a fault: the layer responds with this status.
Fault Fail(grpc::StatusCode code = grpc::StatusCode::UNAVAILABLE,
           const std::string& message = "");
// Returns a fault: the layer cuts the connection of the call.
Fault Crash();
// Returns a fault: the layer does not respond.
Fault Hang();

// A call that has reached a layer.
struct Arrival {
  uint64_t request = 0;  // number of the application's request, from 1
  // The number of this call among the calls of `request` at this layer, from 1.
  int call = 1;
  // The metadata of the call.
  std::multimap<std::string, std::string> metadata;
};

// A function that returns the fault of a call. It runs on gRPC's threads,
// possibly on several at the same time.
using Behavior = std::function<Fault(const Arrival&)>;

// Returns a behavior: every call has the fault `fault`.
Behavior Always(Fault fault);
// Returns a behavior: the first `calls` calls of each request have the fault
// `fault`. Later calls have no fault.
Behavior FirstCalls(int calls, Fault fault);
// Returns a behavior: the calls of all requests use `faults` one after the
// other. Calls after the last of these faults have no fault.
Behavior InOrder(std::vector<Fault> faults);
// Returns a behavior: each call has the fault `fault` with this probability, in
// [0, 1]. With the same seed and the same order of calls, the same calls have
// the fault.
Behavior AtRandom(double probability, Fault fault, uint64_t seed = 1);

}  // namespace baton::chain

#endif  // BATON_CHAIN_FAULT_H_
