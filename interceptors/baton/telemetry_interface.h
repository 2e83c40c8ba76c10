// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TELEMETRY_INTERFACE_H_
#define BATON_TELEMETRY_INTERFACE_H_

#include "baton/base/export.h"

#include <memory>

#include "baton/call_observer.h"
#include "baton/kit/unit_observer.h"
#include "baton/request_observer.h"
#include "baton/target_gauges.h"

namespace BATON_EXPORT baton {

// Observes a whole service: its calls, its requests and its units. One object
// observes all, so that a call can find the span of the request that it belongs
// to. Thread-safe. Must outlive every observer that it created.
class Telemetry : public CallObserverFactory, public RequestObserverFactory {
 public:
  // Sets the source of the gauges of all targets. The object may read the
  // source at any time after this call. All channels that share this object
  // pass the same source. `targets` must live as long as the process.
  virtual void WatchTargets(const TargetGaugeSource& targets) = 0;

  // Returns the observer of this unit: see baton/kit/retry_unit.h. Returns
  // nullptr if units are not observed.
  virtual std::unique_ptr<UnitObserver> OnUnitStart(const UnitStart& /*unit*/) {
    return nullptr;
  }
};

}  // namespace baton

#endif  // BATON_TELEMETRY_INTERFACE_H_
