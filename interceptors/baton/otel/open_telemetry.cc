// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <utility>

#include "baton/otel/call_metrics.h"
#include "baton/otel/call_span.h"
#include "baton/otel/measured_request.h"
#include "baton/otel/request_span.h"
#include "baton/otel/unit_span.h"
#include "baton/telemetry.h"

namespace baton {
namespace {

using otel::CallMetrics;
using otel::Instruments;
using otel::MeasuredRequest;
using otel::Metering;
using otel::RequestSpan;
using otel::Tracing;

class OpenTelemetryObservers final : public Telemetry {
 public:
  explicit OpenTelemetryObservers(const TelemetryOptions& options)
      : tracing_(options.tracing), metering_(options.metering) {}

  std::unique_ptr<CallObserver> OnCallStart(const CallStart& call) override {
    auto trace = otel::StartCallSpan(tracing_, call);
    const Instruments* const instruments = metering_.instruments();
    if (instruments == nullptr) return trace;
    return std::make_unique<CallMetrics>(metering_, *instruments, call,
                                         std::move(trace));
  }

  std::unique_ptr<RequestObserver> OnRequestStart(
      const RequestStart& request) override {
    const Instruments* const instruments = metering_.instruments();
    if (instruments == nullptr) {
      return std::make_unique<RequestSpan>(tracing_, request);
    }
    return std::make_unique<MeasuredRequest>(tracing_, metering_, *instruments,
                                             request);
  }

  std::unique_ptr<UnitObserver> OnUnitStart(const UnitStart& unit) override {
    return otel::StartUnitSpan(tracing_, unit);
  }

  void WatchTargets(const TargetGaugeSource& targets) override {
    metering_.WatchTargets(targets);
  }

 private:
  const Tracing tracing_;
  Metering metering_;
};

}  // namespace

std::shared_ptr<Telemetry> OpenTelemetry(const TelemetryOptions& options) {
  return std::make_shared<OpenTelemetryObservers>(options);
}

}  // namespace baton
