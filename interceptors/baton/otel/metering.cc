// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/metering.h"

#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/otel/metric_names.h"
#include "baton/otel/names.h"
#include "opentelemetry/metrics/noop.h"
#include "opentelemetry/metrics/observer_result.h"
#include "opentelemetry/metrics/provider.h"

namespace baton::otel {
namespace {

namespace metrics = opentelemetry::metrics;
namespace nostd = opentelemetry::nostd;

template <typename T>
void Observe(metrics::ObserverResult& result, T value,
             absl::string_view target) {
  using Pointer = nostd::shared_ptr<metrics::ObserverResultT<T>>;
  if (auto* const pointer = nostd::get_if<Pointer>(&result)) {
    (*pointer)->Observe(value, {{kTargetLabel, ToOtel(target)}});
  }
}

// Observes a value of the process, which has no labels.
template <typename T>
void ObserveProcess(metrics::ObserverResult& result, T value) {
  using Pointer = nostd::shared_ptr<metrics::ObserverResultT<T>>;
  if (auto* const pointer = nostd::get_if<Pointer>(&result)) {
    (*pointer)->Observe(value);
  }
}

}  // namespace

Metering::Metering(const MeteringOptions& options)
    : provider_(options.provider),
      call_methods_(options.max_methods),
      request_methods_(options.max_methods),
      targets_(options.max_targets),
      peers_(options.max_peers),
      instruments_([this] { return Look(); }) {}

absl::string_view Metering::PeerLabel(absl::string_view peer) {
  const Endpoint endpoint = ParsePeer(peer);
  if (!endpoint.port.has_value()) return peers_.Get(endpoint.address);
  return peers_.Get(absl::StrCat(endpoint.address, ":", *endpoint.port));
}

void Metering::WatchTargets(const TargetGaugeSource& source) {
  source_.store(&source, std::memory_order_release);
  // Creates the gauges before the first call.
  instruments_.Get();
}

Metering::InstrumentsPointer Metering::Look() {
  const auto provider =
      provider_ != nullptr ? provider_ : metrics::Provider::GetMeterProvider();
  if (provider == nullptr ||
      dynamic_cast<metrics::NoopMeterProvider*>(provider.get()) != nullptr) {
    return InstrumentsPointer();
  }
  auto meter = provider->GetMeter(kScopeName);
  const MutexLock lock(mutex_);
  if (latest_ == nullptr || latest_->meter() != meter.get()) {
    latest_ =
        InstrumentsPointer(new Instruments(std::move(meter), GaugeCallbacks()));
  }
  return latest_;
}

template <typename Read>
void Metering::ForEachTarget(Read read) {
  if (source() == nullptr) return;
  for (const TargetGauges& gauges : source()->Read()) {
    // Targets that share a label would overwrite each other's values.
    const absl::string_view label = TargetLabel(gauges.target);
    if (label == gauges.target) read(gauges, label);
  }
}

void Metering::ObserveLimits(metrics::ObserverResult& result,
                             const TargetGauges& gauges,
                             absl::string_view target) {
  using Pointer = nostd::shared_ptr<metrics::ObserverResultT<double>>;
  auto* const pointer = nostd::get_if<Pointer>(&result);
  if (pointer == nullptr) return;
  for (const MeasuredLimit& limit : gauges.measured_limits) {
    const absl::string_view method = CallLabel(limit.method);
    if (method == BoundedNames::kOther) continue;
    (*pointer)->Observe(
        absl::ToDoubleSeconds(limit.limit),
        {{kTargetLabel, ToOtel(target)}, {kMethodLabel, ToOtel(method)}});
  }
}

Instruments::Gauges Metering::GaugeCallbacks() {
  Instruments::Gauges callbacks;
  callbacks.state = this;
  callbacks.budget_level = [](metrics::ObserverResult result, void* state) {
    static_cast<Metering*>(state)->ForEachTarget(
        [&](const TargetGauges& gauges, absl::string_view label) {
          Observe<double>(result, gauges.budget_level, label);
        });
  };
  callbacks.budget_capacity = [](metrics::ObserverResult result, void* state) {
    static_cast<Metering*>(state)->ForEachTarget(
        [&](const TargetGauges& gauges, absl::string_view label) {
          Observe<double>(result, gauges.budget_capacity, label);
        });
  };
  callbacks.open_breakers = [](metrics::ObserverResult result, void* state) {
    static_cast<Metering*>(state)->ForEachTarget(
        [&](const TargetGauges& gauges, absl::string_view label) {
          Observe<std::int64_t>(result, gauges.open_breakers, label);
        });
  };
  callbacks.measured_limit = [](metrics::ObserverResult result, void* state) {
    auto* const self = static_cast<Metering*>(state);
    self->ForEachTarget(
        [&](const TargetGauges& gauges, absl::string_view label) {
          self->ObserveLimits(result, gauges, label);
        });
  };
  callbacks.replay_memory = [](metrics::ObserverResult result, void* state) {
    if (const auto* const source = static_cast<Metering*>(state)->source()) {
      ObserveProcess<std::int64_t>(result, source->KeptBytes());
    }
  };
  callbacks.process_stall = [](metrics::ObserverResult result, void* state) {
    if (const auto* const source = static_cast<Metering*>(state)->source()) {
      ObserveProcess<double>(result,
                             absl::ToDoubleSeconds(source->LongestStall()));
    }
  };
  return callbacks;
}

}  // namespace baton::otel
