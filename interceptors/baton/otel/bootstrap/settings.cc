// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/bootstrap/settings.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

namespace baton::otel {
namespace {

constexpr std::int64_t kMostSpans = 10'000'000;

EnvironmentReader::WordList<ExporterKind> Exporters() {
  return {{"otlp", ExporterKind::kOtlp}, {"console", ExporterKind::kConsole}};
}

void ReadSampler(EnvironmentReader& reader, TraceSettings& settings) {
  using Choice = std::pair<SamplerKind, bool>;
  const auto choice = reader.Word<Choice>(
      "OTEL_TRACES_SAMPLER",
      {{"always_on", {SamplerKind::kAlwaysOn, false}},
       {"always_off", {SamplerKind::kAlwaysOff, false}},
       {"traceidratio", {SamplerKind::kTraceIdRatio, false}},
       {"parentbased_always_on", {SamplerKind::kAlwaysOn, true}},
       {"parentbased_always_off", {SamplerKind::kAlwaysOff, true}},
       {"parentbased_traceidratio", {SamplerKind::kTraceIdRatio, true}}},
      {SamplerKind::kAlwaysOn, true});
  settings.sampler = choice.first;
  settings.parent_based = choice.second;
  // For other samplers the argument has no meaning.
  if (settings.sampler == SamplerKind::kTraceIdRatio) {
    settings.ratio = reader.Ratio("OTEL_TRACES_SAMPLER_ARG", 1);
  }
}

void ReadBatches(EnvironmentReader& reader, TraceSettings& settings) {
  settings.schedule_delay =
      reader.Time("OTEL_BSP_SCHEDULE_DELAY", absl::Seconds(5));
  settings.max_queue_size =
      reader.Number("OTEL_BSP_MAX_QUEUE_SIZE", 2048, 1, kMostSpans);
  // The default shrinks with the queue, so that a small queue is no error.
  settings.max_export_batch_size =
      reader.Number("OTEL_BSP_MAX_EXPORT_BATCH_SIZE",
                    std::min<std::int64_t>(512, settings.max_queue_size), 1,
                    settings.max_queue_size);
}

void ReadMetrics(EnvironmentReader& reader, MetricSettings& settings) {
  settings.exporters = reader.Words<ExporterKind>(
      "OTEL_METRICS_EXPORTER", Exporters(), {ExporterKind::kOtlp});
  settings.otlp = ReadOtlpSettings("METRICS", reader);
  settings.temporality = reader.Word<Temporality>(
      "OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE",
      {{"cumulative", Temporality::kCumulative},
       {"delta", Temporality::kDelta},
       {"lowmemory", Temporality::kLowMemory}},
      Temporality::kCumulative);
  settings.interval =
      reader.Time("OTEL_METRIC_EXPORT_INTERVAL", absl::Seconds(60));
  settings.timeout =
      reader.Time("OTEL_METRIC_EXPORT_TIMEOUT", absl::Seconds(30));
  // The SDK uses its own defaults for both unless the timeout is shorter than
  // the interval.
  if (settings.interval < absl::Milliseconds(2)) {
    reader.Reject("OTEL_METRIC_EXPORT_INTERVAL",
                  "must be 2 or more milliseconds, got 1");
  }
  settings.timeout =
      std::min(settings.timeout, settings.interval - absl::Milliseconds(1));
}

}  // namespace

absl::StatusOr<BootstrapSettings> ReadSettings(
    const OtelEnvironment& environment) {
  EnvironmentReader reader(environment);
  BootstrapSettings settings;
  settings.disabled = reader.Flag("OTEL_SDK_DISABLED");

  settings.log_level =
      reader.Word<SdkLogLevel>("OTEL_LOG_LEVEL",
                               {{"none", SdkLogLevel::kNone},
                                {"error", SdkLogLevel::kError},
                                {"warn", SdkLogLevel::kWarn},
                                {"info", SdkLogLevel::kInfo},
                                {"debug", SdkLogLevel::kDebug}},
                               SdkLogLevel::kWarn);

  settings.resource = reader.Pairs("OTEL_RESOURCE_ATTRIBUTES");
  const std::string service = reader.Text("OTEL_SERVICE_NAME");
  if (!service.empty()) settings.resource["service.name"] = service;

  settings.traces.exporters = reader.Words<ExporterKind>(
      "OTEL_TRACES_EXPORTER", Exporters(), {ExporterKind::kOtlp});
  settings.traces.otlp = ReadOtlpSettings("TRACES", reader);
  ReadSampler(reader, settings.traces);
  ReadBatches(reader, settings.traces);
  ReadMetrics(reader, settings.metrics);

  settings.propagators = reader.Words<PropagatorKind>(
      "OTEL_PROPAGATORS",
      {{"tracecontext", PropagatorKind::kTraceContext},
       {"baggage", PropagatorKind::kBaggage},
       {"b3", PropagatorKind::kB3},
       {"b3multi", PropagatorKind::kB3Multi},
       {"jaeger", PropagatorKind::kJaeger}},
      {PropagatorKind::kTraceContext, PropagatorKind::kBaggage});
  const absl::Status status = reader.status();
  if (!status.ok()) return status;
  return settings;
}

}  // namespace baton::otel
