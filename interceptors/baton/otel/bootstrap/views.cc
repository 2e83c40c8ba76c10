// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/bootstrap/views.h"

#include <cstddef>
#include <string>

#include "baton/otel/metric_names.h"
#include "baton/otel/names.h"
#include "opentelemetry/sdk/metrics/aggregation/aggregation_config.h"
#include "opentelemetry/sdk/metrics/instruments.h"
#include "opentelemetry/sdk/metrics/view/instrument_selector_factory.h"
#include "opentelemetry/sdk/metrics/view/meter_selector_factory.h"
#include "opentelemetry/sdk/metrics/view/view_factory.h"
#include "opentelemetry/sdk/metrics/view/view_registry_factory.h"

namespace baton::otel {
namespace {

namespace metrics = opentelemetry::sdk::metrics;

// Creates a view that keeps the name, the description and the unit of the
// instrument. Later versions of the SDK (1.28, not 1.19) have no parameter for
// the unit.
template <typename Factory, typename Config>
auto HistogramView(const std::string& /*unit*/, const Config& config,
                   std::nullptr_t /*preferred*/)
    -> decltype(Factory::Create("", "", metrics::AggregationType::kHistogram,
                                config)) {
  return Factory::Create("", "", metrics::AggregationType::kHistogram, config);
}

template <typename Factory, typename Config>
auto HistogramView(const std::string& unit, const Config& config,
                   const void* /*otherwise*/)
    -> decltype(Factory::Create("", "", unit,
                                metrics::AggregationType::kHistogram, config)) {
  return Factory::Create("", "", unit, metrics::AggregationType::kHistogram,
                         config);
}

void Add(const std::string& name, const std::string& unit,
         const std::vector<double>& buckets, metrics::ViewRegistry& views) {
  auto config = std::make_shared<metrics::HistogramAggregationConfig>();
  config->boundaries_ = buckets;
  views.AddView(metrics::InstrumentSelectorFactory::Create(
                    metrics::InstrumentType::kHistogram, name, unit),
                metrics::MeterSelectorFactory::Create(kScopeName, "", ""),
                HistogramView<metrics::ViewFactory>(unit, config, nullptr));
}

}  // namespace

const std::vector<double>& LatencyBuckets() {
  static const auto& buckets = *new std::vector<double>{
      0,     0.00001, 0.00005, 0.0001, 0.0003, 0.0006, 0.0008, 0.001, 0.002,
      0.003, 0.004,   0.005,   0.006,  0.008,  0.01,   0.013,  0.016, 0.02,
      0.025, 0.03,    0.04,    0.05,   0.065,  0.08,   0.1,    0.13,  0.16,
      0.2,   0.25,    0.3,     0.4,    0.5,    0.65,   0.8,    1,     2,
      5,     10,      20,      50,     100};
  return buckets;
}

std::unique_ptr<metrics::ViewRegistry> NewViews() {
  auto views = metrics::ViewRegistryFactory::Create();
  for (const char* const name :
       {kCallDuration, kAttemptDuration, kRequestDuration, kCallRetryDelay,
        kReplayWait}) {
    Add(name, "s", LatencyBuckets(), *views);
  }
  Add(kCallRetries, "{retry}", {1, 2, 3, 4, 5}, *views);
  Add(kCallHedges, "{hedge}", {1, 2, 3, 4, 5}, *views);
  return views;
}

}  // namespace baton::otel
