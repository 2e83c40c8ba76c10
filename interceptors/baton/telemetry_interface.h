// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TELEMETRY_INTERFACE_H_
#define BATON_TELEMETRY_INTERFACE_H_

#include "baton/call_observer.h"
#include "baton/request_observer.h"
#include "baton/target_gauges.h"

namespace baton {

// What watches a whole service: its calls and its requests. One object is both,
// because only then can a call find the request that it is made for.
// Thread-safe, and outlives every observer that it made.
class Telemetry : public CallObserverFactory, public RequestObserverFactory {
 public:
  // Where it can read, at any time from now on, how the targets of its calls
  // are. Channels that share it all say the same. `targets` must live as long
  // as the process.
  virtual void WatchTargets(const TargetGaugeSource& targets) = 0;
};

}  // namespace baton

#endif  // BATON_TELEMETRY_INTERFACE_H_
