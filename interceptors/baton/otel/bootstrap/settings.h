// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_BOOTSTRAP_SETTINGS_H_
#define BATON_OTEL_BOOTSTRAP_SETTINGS_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "baton/otel/bootstrap/environment.h"
#include "baton/otel/bootstrap/otlp_settings.h"

// Reads the settings in OpenTelemetry's standard OTEL_* variables.
// docs/telemetry.md has a table of the variables.
namespace baton::otel {

enum class ExporterKind { kOtlp, kConsole };
enum class SamplerKind { kAlwaysOn, kAlwaysOff, kTraceIdRatio };
enum class PropagatorKind { kTraceContext, kBaggage, kB3, kB3Multi, kJaeger };
enum class SdkLogLevel { kNone, kError, kWarn, kInfo, kDebug };
enum class Temporality { kCumulative, kDelta, kLowMemory };

struct TraceSettings {
  std::vector<ExporterKind> exporters;
  OtlpSettings otlp;
  SamplerKind sampler = SamplerKind::kAlwaysOn;
  // If true, the sampler decides only about traces that start in this process.
  // A span with a parent is sampled if its parent is sampled.
  bool parent_based = true;
  double ratio = 1;
  absl::Duration schedule_delay;
  std::int64_t max_queue_size = 0;
  std::int64_t max_export_batch_size = 0;
};

struct MetricSettings {
  std::vector<ExporterKind> exporters;
  OtlpSettings otlp;
  Temporality temporality = Temporality::kCumulative;
  absl::Duration interval;
  absl::Duration timeout;  // shorter than the interval
};

struct BootstrapSettings {
  bool disabled = false;
  SdkLogLevel log_level = SdkLogLevel::kWarn;
  std::map<std::string, std::string> resource;
  TraceSettings traces;
  MetricSettings metrics;
  std::vector<PropagatorKind> propagators;
};

// Reads the settings. A variable that is not set has the default of
// OpenTelemetry's specification. If a variable is invalid, returns
// INVALID_ARGUMENT with every invalid variable and its allowed values.
absl::StatusOr<BootstrapSettings> ReadSettings(
    const OtelEnvironment& environment);

}  // namespace baton::otel

#endif  // BATON_OTEL_BOOTSTRAP_SETTINGS_H_
