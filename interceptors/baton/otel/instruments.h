// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_INSTRUMENTS_H_
#define BATON_OTEL_INSTRUMENTS_H_

#include <cstdint>

#include "opentelemetry/metrics/async_instruments.h"
#include "opentelemetry/metrics/meter.h"
#include "opentelemetry/metrics/sync_instruments.h"
#include "opentelemetry/nostd/shared_ptr.h"
#include "opentelemetry/nostd/unique_ptr.h"

namespace baton::otel {

// All OpenTelemetry instruments of one meter. metric_names.h has their names.
// Thread-safe.
class Instruments {
 public:
  using Counter = opentelemetry::nostd::unique_ptr<
      opentelemetry::metrics::Counter<std::uint64_t>>;
  using Times = opentelemetry::nostd::unique_ptr<
      opentelemetry::metrics::Histogram<double>>;
  using Counts = opentelemetry::nostd::unique_ptr<
      opentelemetry::metrics::Histogram<std::uint64_t>>;
  using Callback = opentelemetry::metrics::ObservableCallbackPtr;

  // The callbacks with which OpenTelemetry reads the gauges. It passes `state`
  // to each callback.
  struct Gauges {
    Callback budget_level;
    Callback budget_capacity;
    Callback open_breakers;
    Callback measured_limit;
    Callback replay_memory;
    Callback process_stall;
    void* state;
  };

  // `gauges.state` must outlive the object.
  Instruments(
      opentelemetry::nostd::shared_ptr<opentelemetry::metrics::Meter> meter,
      const Gauges& gauges);
  ~Instruments();
  Instruments(const Instruments&) = delete;
  Instruments& operator=(const Instruments&) = delete;

  const opentelemetry::metrics::Meter* meter() const { return meter_.get(); }

  const Times call_duration;
  const Counter attempt_started;
  const Times attempt_duration;
  const Counts call_retries;
  const Counts call_hedges;
  const Times call_retry_delay;
  const Counter suppressed;
  const Counter outcome_unknown;
  const Counter unlinked;
  const Counter saved;
  const Counter failed_attempts;
  const Counter deadline_missing;
  const Counter deadline_capped;

  const Counter request_started;
  const Times request_duration;
  const Counter header_absent;
  const Counter grant_clamped;
  const Counter header_malformed;
  const Counter request_repeated;
  const Counter request_rejected;
  const Counter request_deadline_missing;
  const Counter keyed_requests;
  const Times replay_wait;
  const Counter replay_store_failed;

 private:
  using Gauge = opentelemetry::nostd::shared_ptr<
      opentelemetry::metrics::ObservableInstrument>;

  const opentelemetry::nostd::shared_ptr<opentelemetry::metrics::Meter> meter_;
  const Gauges callbacks_;
  const Gauge budget_level_;
  const Gauge budget_capacity_;
  const Gauge open_breakers_;
  const Gauge measured_limit_;
  const Gauge replay_memory_;
  const Gauge process_stall_;
};

}  // namespace baton::otel

#endif  // BATON_OTEL_INSTRUMENTS_H_
