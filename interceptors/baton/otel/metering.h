// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_METERING_H_
#define BATON_OTEL_METERING_H_

#include <atomic>
#include <cstddef>

#include "absl/base/thread_annotations.h"
#include "absl/strings/string_view.h"
#include "baton/mutex.h"
#include "baton/otel/bounded_names.h"
#include "baton/otel/instruments.h"
#include "baton/otel/late_bound.h"
#include "baton/otel/method_names.h"
#include "baton/target_gauges.h"
#include "baton/telemetry_options.h"
#include "opentelemetry/metrics/meter_provider.h"
#include "opentelemetry/nostd/shared_ptr.h"

namespace baton::otel {

// The instruments and labels for all metrics of a service. Thread-safe.
class Metering {
 public:
  explicit Metering(const MeteringOptions& options);
  Metering(const Metering&) = delete;
  Metering& operator=(const Metering&) = delete;

  // Returns nullptr as long as there is no provider. The result is valid as
  // long as this object.
  Instruments* instruments() const { return instruments_.Get(); }

  // Returns the metric label of the method of a call. The result is valid as
  // long as this object.
  absl::string_view CallLabel(absl::string_view path) {
    return call_methods_.Label(path);
  }
  // Returns the metric label of the method of a request. The result is valid as
  // long as this object.
  absl::string_view RequestLabel(absl::string_view path, bool is_registered) {
    return request_methods_.Label(path, is_registered);
  }
  // Returns the metric label of a target. The result is valid as long as this
  // object.
  absl::string_view TargetLabel(absl::string_view target) {
    return targets_.Get(target);
  }

  // Returns the metric label of a server: its address and port. `peer` is
  // gRPC's form, such as "ipv4:10.0.0.1:443". The result is valid as long as
  // this object.
  absl::string_view PeerLabel(absl::string_view peer);

  // Sets the source of the gauges. The source must live as long as the process.
  void WatchTargets(const TargetGaugeSource& source);

 private:
  using InstrumentsPointer = opentelemetry::nostd::shared_ptr<Instruments>;

  InstrumentsPointer Look();
  // Returns nullptr if there is no source of gauges yet.
  const TargetGaugeSource* source() const {
    return source_.load(std::memory_order_acquire);
  }
  // Calls `read(gauges, label)` for each target that has its own label.
  template <typename Read>
  void ForEachTarget(Read read);
  // Observes the limits of the methods that have their own label.
  void ObserveLimits(opentelemetry::metrics::ObserverResult& result,
                     const TargetGauges& gauges, absl::string_view target);
  Instruments::Gauges GaugeCallbacks();

  const opentelemetry::nostd::shared_ptr<opentelemetry::metrics::MeterProvider>
      provider_;
  MethodNames call_methods_;
  MethodNames request_methods_;
  BoundedNames targets_;
  BoundedNames peers_;
  std::atomic<const TargetGaugeSource*> source_{nullptr};
  Mutex mutex_;
  InstrumentsPointer latest_ ABSL_GUARDED_BY(mutex_);
  const LateBound<Instruments> instruments_;
};

}  // namespace baton::otel

#endif  // BATON_OTEL_METERING_H_
