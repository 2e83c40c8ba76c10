// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/tracing.h"

#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "baton/core/report/printable_text.h"
#include "baton/otel/metadata_carrier.h"
#include "baton/otel/names.h"
#include "baton/otel/span_attributes.h"
#include "opentelemetry/baggage/propagation/baggage_propagator.h"
#include "opentelemetry/context/propagation/composite_propagator.h"
#include "opentelemetry/context/propagation/global_propagator.h"
#include "opentelemetry/context/propagation/noop_propagator.h"
#include "opentelemetry/trace/noop.h"
#include "opentelemetry/trace/propagation/http_trace_context.h"
#include "opentelemetry/trace/provider.h"

namespace baton::otel {
namespace {

namespace context = opentelemetry::context;
namespace nostd = opentelemetry::nostd;
namespace propagation = opentelemetry::context::propagation;
namespace trace = opentelemetry::trace;

using TracerPointer = nostd::shared_ptr<trace::Tracer>;
using PropagatorPointer = nostd::shared_ptr<propagation::TextMapPropagator>;

PropagatorPointer NewW3cPropagator() {
  std::vector<std::unique_ptr<propagation::TextMapPropagator>> parts;
  parts.push_back(std::make_unique<trace::propagation::HttpTraceContext>());
  parts.push_back(std::make_unique<
                  opentelemetry::baggage::propagation::BaggagePropagator>());
  return PropagatorPointer(
      new propagation::CompositePropagator(std::move(parts)));
}

// Returns null if there is no real provider. If the program never sets a
// provider, the global one is a no-op provider. A program that cleans up before
// its end often sets null.
TracerPointer TracerOf(
    const nostd::shared_ptr<trace::TracerProvider>& provider) {
  if (provider == nullptr ||
      dynamic_cast<trace::NoopTracerProvider*>(provider.get()) != nullptr) {
    return TracerPointer();
  }
  return provider->GetTracer(kScopeName);
}

std::vector<Tracing::RecordedMetadata> ToRecorded(
    const std::vector<std::string>& keys) {
  std::vector<Tracing::RecordedMetadata> recorded;
  for (const std::string& key : keys) {
    std::string lower = absl::AsciiStrToLower(key);
    if (lower.empty() || absl::EndsWith(lower, "-bin")) continue;
    const std::string name = core::PrintableText(lower, kLongestMetadataValue);
    recorded.push_back({lower, absl::StrCat(kRpcRequestMetadata, name)});
  }
  return recorded;
}

PropagatorPointer GlobalPropagator() {
  auto propagator = propagation::GlobalTextMapPropagator::GetGlobalPropagator();
  if (dynamic_cast<propagation::NoOpPropagator*>(propagator.get()) != nullptr) {
    return PropagatorPointer();
  }
  return propagator;
}

}  // namespace

Tracing::Tracing(const TracingOptions& options)
    : w3c_(NewW3cPropagator()),
      tracer_([provider = options.provider] {
        return TracerOf(provider != nullptr
                            ? provider
                            : trace::Provider::GetTracerProvider());
      }),
      propagator_([propagator = options.propagator] {
        return propagator != nullptr ? propagator : GlobalPropagator();
      }),
      conventions_(Resolve(options.conventions)),
      recorded_metadata_(ToRecorded(options.recorded_metadata)),
      call_methods_(options.max_methods),
      request_methods_(options.max_methods) {}

propagation::TextMapPropagator& Tracing::propagator() const {
  propagation::TextMapPropagator* const chosen = propagator_.Get();
  return chosen != nullptr ? *chosen : *w3c_;
}

void Tracing::Inject(const context::Context& context,
                     AttemptMetadata& metadata) const {
  AttemptCarrier carrier(metadata);
  propagator().Inject(carrier, context);
}

context::Context Tracing::Extract(const RequestMetadata& metadata) const {
  context::Context empty;
  return propagator().Extract(RequestCarrier(metadata), empty);
}

}  // namespace baton::otel
