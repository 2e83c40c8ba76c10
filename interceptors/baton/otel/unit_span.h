// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_UNIT_SPAN_H_
#define BATON_OTEL_UNIT_SPAN_H_

#include <memory>
#include <string>

#include "baton/kit/unit_observer.h"
#include "baton/otel/tracing.h"
#include "opentelemetry/context/context.h"
#include "opentelemetry/nostd/shared_ptr.h"
#include "opentelemetry/trace/span.h"
#include "opentelemetry/trace/tracer.h"

namespace baton::otel {

// The INTERNAL span of one unit, with a child span for each run. The span of a
// run is the current span of the thread while the body runs, and so the parent
// of the calls of the body. Owned by the unit.
class UnitSpan final : public UnitObserver {
 public:
  // `tracer` belongs to the Tracing object, which outlives this object.
  UnitSpan(opentelemetry::trace::Tracer& tracer, const UnitStart& unit);

  std::unique_ptr<RequestObserver::Attachment> OnRunStart(int number) override;
  void OnRunEnd(const UnitRunEnd& run) override;
  void OnUnitEnd(const UnitReport& report) override;

 private:
  using Span = opentelemetry::nostd::shared_ptr<opentelemetry::trace::Span>;

  opentelemetry::trace::Tracer& tracer_;
  const std::string name_;
  opentelemetry::context::Context context_;
  Span span_;
  Span run_;
};

// Starts to observe a unit. Returns nullptr as long as there is no tracer
// provider.
std::unique_ptr<UnitObserver> StartUnitSpan(const Tracing& tracing,
                                            const UnitStart& unit);

}  // namespace baton::otel

#endif  // BATON_OTEL_UNIT_SPAN_H_
