// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "baton/otel/bootstrap/bounded_work.h"
#include "baton/otel/bootstrap/providers.h"
#include "baton/otel/bootstrap/resource.h"
#include "baton/otel/bootstrap/sdk_log.h"
#include "baton/otel/bootstrap/settings.h"
#include "baton/otel_bootstrap.h"
#include "opentelemetry/context/propagation/global_propagator.h"
#include "opentelemetry/context/propagation/noop_propagator.h"
#include "opentelemetry/metrics/noop.h"
#include "opentelemetry/metrics/provider.h"
#include "opentelemetry/trace/noop.h"
#include "opentelemetry/trace/provider.h"

namespace baton {
namespace {

using otel::DetectResource;
using otel::DoWithin;
using otel::NewMeterProvider;
using otel::NewPropagator;
using otel::NewTracerProvider;
using otel::ReadSettings;
using otel::SdkErrors;
using otel::SendSdkLogToStandardError;

namespace metrics = opentelemetry::metrics;
namespace nostd = opentelemetry::nostd;
namespace propagation = opentelemetry::context::propagation;
namespace trace = opentelemetry::trace;

constexpr absl::Duration kLongestFlush = absl::Minutes(1);

template <typename Provider>
bool FlushProvider(Provider& provider, absl::Duration timeout) {
  return provider.ForceFlush(absl::ToChronoMicroseconds(timeout));
}

}  // namespace

absl::StatusOr<std::unique_ptr<OtelBootstrap>> OtelBootstrap::Start(
    const OtelBootstrapOptions& options) {
  if (options.flush_timeout < absl::ZeroDuration() ||
      options.flush_timeout > kLongestFlush) {
    return absl::InvalidArgumentError(
        absl::StrCat("flush_timeout: must be 0s to 1m, got ",
                     absl::FormatDuration(options.flush_timeout)));
  }
  const auto settings = ReadSettings(
      options.environment ? options.environment : OtelProcessEnvironment());
  if (!settings.ok()) return settings.status();

  std::unique_ptr<OtelBootstrap> bootstrap(
      new OtelBootstrap(options.flush_timeout));
  propagation::GlobalTextMapPropagator::SetGlobalPropagator(
      NewPropagator(settings->propagators));
  if (settings->disabled) return bootstrap;
  SendSdkLogToStandardError(settings->log_level);
  const auto resource =
      DetectResource(settings->resource, options.service_name);
  bootstrap->tracers_ = NewTracerProvider(settings->traces, resource);
  if (bootstrap->tracers_ != nullptr) {
    trace::Provider::SetTracerProvider(
        std::shared_ptr<trace::TracerProvider>(bootstrap->tracers_));
  }
  bootstrap->meters_ = NewMeterProvider(settings->metrics, resource);
  if (bootstrap->meters_ != nullptr) {
    metrics::Provider::SetMeterProvider(
        std::shared_ptr<metrics::MeterProvider>(bootstrap->meters_));
  }
  return bootstrap;
}

OtelBootstrap::~OtelBootstrap() {
  propagation::GlobalTextMapPropagator::SetGlobalPropagator(
      nostd::shared_ptr<propagation::TextMapPropagator>(
          new propagation::NoOpPropagator()));
  std::vector<std::function<bool()>> work;
  if (tracers_ != nullptr) {
    trace::Provider::SetTracerProvider(nostd::shared_ptr<trace::TracerProvider>(
        new trace::NoopTracerProvider()));
    work.emplace_back([provider = std::move(tracers_)] {
      return provider->Shutdown();  // Exports the remaining spans.
    });
  }
  if (meters_ != nullptr) {
    metrics::Provider::SetMeterProvider(
        nostd::shared_ptr<metrics::MeterProvider>(
            new metrics::NoopMeterProvider()));
    work.emplace_back(
        [provider = std::move(meters_), timeout = flush_timeout_]() mutable {
          const bool flushed = FlushProvider(*provider, timeout);
          // The last owner shuts the provider down in the provider's
          // destructor. After an explicit shutdown the SDK would log an error.
          if (provider.use_count() > 1) provider->Shutdown();
          provider.reset();
          return flushed;
        });
  }
  DoWithin(flush_timeout_, std::move(work));
}

bool OtelBootstrap::Flush(absl::Duration timeout) {
  const int64_t errors = SdkErrors();
  std::vector<std::function<bool()>> work;
  if (tracers_ != nullptr) {
    work.emplace_back([provider = tracers_, timeout] {
      return FlushProvider(*provider, timeout);
    });
  }
  if (meters_ != nullptr) {
    work.emplace_back([provider = meters_, timeout] {
      return FlushProvider(*provider, timeout);
    });
  }
  return DoWithin(timeout, std::move(work)) && SdkErrors() == errors;
}

}  // namespace baton
