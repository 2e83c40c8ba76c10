// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/open_telemetry.h"

#include "baton/otel/call_span.h"
#include "baton/otel/request_span.h"

namespace baton::otel {
namespace {

class OpenTelemetryObservers final : public core::Telemetry {
 public:
  explicit OpenTelemetryObservers(const TelemetryOptions& options)
      : tracing_(options.tracing) {}

  std::unique_ptr<core::CallObserver> OnCallStart(
      const core::CallStart& call) override {
    return StartCallSpan(tracing_, call);
  }

  std::unique_ptr<core::RequestObserver> OnRequestStart(
      const core::RequestStart& request) override {
    return std::make_unique<RequestSpan>(tracing_, request);
  }

 private:
  const Tracing tracing_;
};

}  // namespace

std::shared_ptr<core::Telemetry> OpenTelemetry(
    const TelemetryOptions& options) {
  return std::make_shared<OpenTelemetryObservers>(options);
}

}  // namespace baton::otel
