// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Measures what telemetry adds to a call with one attempt, and to a call with
// two. The calls consist of the events of the observer, without gRPC. Ended
// spans are discarded. The work of an exporter is not included.

#include "baton/telemetry.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "benchmark/benchmark.h"
#include "opentelemetry/sdk/trace/processor.h"
#include "opentelemetry/sdk/trace/samplers/always_off_factory.h"
#include "opentelemetry/sdk/trace/samplers/always_on_factory.h"
#include "opentelemetry/sdk/trace/samplers/trace_id_ratio_factory.h"
#include "opentelemetry/sdk/trace/span_data.h"
#include "opentelemetry/sdk/trace/tracer_provider.h"
#include "tests/benchmark/support/allocations.h"
#include "tests/benchmark/support/locks.h"
#include "tests/support/telemetry/metric_recorder.h"

namespace baton::otel {
namespace {

namespace nostd = opentelemetry::nostd;
namespace sdk = opentelemetry::sdk::trace;
namespace trace = opentelemetry::trace;

class Discarding final : public sdk::SpanProcessor {
 public:
  std::unique_ptr<sdk::Recordable> MakeRecordable() noexcept override {
    return std::make_unique<sdk::SpanData>();
  }
  void OnStart(sdk::Recordable&, const trace::SpanContext&) noexcept override {}
  void OnEnd(std::unique_ptr<sdk::Recordable>&&) noexcept override {}
  bool ForceFlush(std::chrono::microseconds) noexcept override { return true; }
  bool Shutdown(std::chrono::microseconds) noexcept override { return true; }
};

using Provider = nostd::shared_ptr<trace::TracerProvider>;

Provider NewProvider(std::unique_ptr<sdk::Sampler> sampler) {
  return Provider(new sdk::TracerProvider(
      std::make_unique<Discarding>(),
      opentelemetry::sdk::resource::Resource::Create({}), std::move(sampler)));
}

std::shared_ptr<Telemetry> TelemetryTo(const Provider& provider) {
  TelemetryOptions options;
  options.tracing.provider = provider;
  return OpenTelemetry(options);
}

// Returns telemetry with metrics that no reader collects during the
// measurement.
std::shared_ptr<Telemetry> MeteredTelemetryTo(const Provider& provider) {
  static auto& metrics = *new MetricRecorder();
  TelemetryOptions options;
  options.tracing.provider = provider;
  options.metering.provider = metrics.provider();
  return OpenTelemetry(options);
}

// A map of strings, like the metadata of an attempt.
class MapMetadata final : public AttemptMetadata {
 public:
  void Set(absl::string_view key, absl::string_view value) override {
    map_[std::string(key)] = std::string(value);
  }

 private:
  std::map<std::string, std::string> map_;
};

void MakeCall(Telemetry& telemetry, const CallStart& start, int attempts) {
  const auto call = telemetry.OnCallStart(start);
  if (call == nullptr) return;
  CallReport report;
  for (int number = 1; number <= attempts; ++number) {
    AttemptStart attempt;
    attempt.number = number;
    attempt.remaining = absl::Milliseconds(900);
    MapMetadata metadata;
    call->OnAttemptStart(attempt, metadata);
    AttemptOutcome outcome;
    Decision decision;
    if (number < attempts) {
      outcome.code = absl::StatusCode::kUnavailable;
      decision.retry = true;
      decision.delay = absl::Milliseconds(20);
      decision.wait_cause = WaitCause::kBackoff;
    }
    AttemptEnd end;
    end.number = number;
    end.outcome = &outcome;
    end.decision = &decision;
    call->OnAttemptEnd(end);
    if (decision.retry) call->OnWait(decision);
    report.attempts.emplace_back();
  }
  call->OnCallEnd(report);
}

void Measure(benchmark::State& state, Telemetry& telemetry, int attempts) {
  static const MethodPolicy* const policy = new MethodPolicy();
  CallStart start;
  start.method = "/shop.v1.Inventory/Reserve";
  start.target = "dns:///inventory:443";
  start.policy = policy;
  start.deadline.source = DeadlineSource::kCall;
  start.timeout = absl::Seconds(1);
  start.grant = 2;
  MakeCall(telemetry, start, attempts);  // Warms up.
  for (auto _ : state) MakeCall(telemetry, start, attempts);
  if (state.thread_index() != 0 || state.threads() != 1) return;
  constexpr int kCounted = 1000;
  const benchmarks::AllocationCounter counter;
  const std::int64_t locks = benchmarks::LocksTaken();
  for (int i = 0; i < kCounted; ++i) MakeCall(telemetry, start, attempts);
  state.counters["locks"] =
      static_cast<double>(benchmarks::LocksTaken() - locks) / kCounted;
  state.counters["allocations"] =
      static_cast<double>(counter.Counted().all) / kCounted;
}

void BM_NoProvider(benchmark::State& state) {
  static const auto telemetry = OpenTelemetry();
  Measure(state, *telemetry, 1);
}
BENCHMARK(BM_NoProvider)->Threads(1)->Threads(2);

void BM_Unsampled(benchmark::State& state) {
  static const auto telemetry =
      TelemetryTo(NewProvider(sdk::AlwaysOffSamplerFactory::Create()));
  Measure(state, *telemetry, 1);
}
BENCHMARK(BM_Unsampled)->Threads(1)->Threads(2);

void BM_FivePercentSampled(benchmark::State& state) {
  static const auto telemetry = TelemetryTo(
      NewProvider(sdk::TraceIdRatioBasedSamplerFactory::Create(0.05)));
  Measure(state, *telemetry, 1);
}
BENCHMARK(BM_FivePercentSampled);

void BM_Sampled(benchmark::State& state) {
  static const auto telemetry =
      TelemetryTo(NewProvider(sdk::AlwaysOnSamplerFactory::Create()));
  Measure(state, *telemetry, 1);
}
BENCHMARK(BM_Sampled);

void BM_SampledAndRetried(benchmark::State& state) {
  static const auto telemetry =
      TelemetryTo(NewProvider(sdk::AlwaysOnSamplerFactory::Create()));
  Measure(state, *telemetry, 2);
}
BENCHMARK(BM_SampledAndRetried);

void BM_MetricsAndUnsampled(benchmark::State& state) {
  static const auto telemetry =
      MeteredTelemetryTo(NewProvider(sdk::AlwaysOffSamplerFactory::Create()));
  Measure(state, *telemetry, 1);
}
BENCHMARK(BM_MetricsAndUnsampled)->Threads(1)->Threads(2);

void BM_MetricsAndSampled(benchmark::State& state) {
  static const auto telemetry =
      MeteredTelemetryTo(NewProvider(sdk::AlwaysOnSamplerFactory::Create()));
  Measure(state, *telemetry, 1);
}
BENCHMARK(BM_MetricsAndSampled);

}  // namespace
}  // namespace baton::otel
