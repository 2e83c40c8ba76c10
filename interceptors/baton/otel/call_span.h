// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_CALL_SPAN_H_
#define BATON_OTEL_CALL_SPAN_H_

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/time/time.h"
#include "baton/call_observer.h"
#include "baton/otel/tracing.h"
#include "opentelemetry/context/context.h"
#include "opentelemetry/nostd/shared_ptr.h"
#include "opentelemetry/trace/span.h"
#include "opentelemetry/trace/tracer.h"

namespace baton::otel {

// Observes one call for its trace. Owned by the call.
class CallTrace : public CallObserver {
 public:
  // Returns the context with the span of the call. If the call has no span of
  // its own, returns the context that its attempts carry.
  virtual const opentelemetry::context::Context& context() const = 0;
};

// The CLIENT span of one sampled call, with a child span for each attempt. An
// attempt sends the context of its own span. The span of the server is
// therefore a child of the attempt that caused it.
class CallSpan final : public CallTrace {
 public:
  using Span = opentelemetry::nostd::shared_ptr<opentelemetry::trace::Span>;

  // `tracing` must outlive the object. `tracer` belongs to `tracing` and must
  // outlive the object, too. `context` contains `span`.
  CallSpan(const Tracing& tracing, opentelemetry::trace::Tracer& tracer,
           const CallStart& call, Span span,
           opentelemetry::context::Context context);

  void OnAttemptStart(const AttemptStart& attempt,
                      AttemptMetadata& metadata) override;
  void OnAttemptEnd(const AttemptEnd& attempt) override;
  void OnAttemptDiscarded(int number, const AttemptReport& attempt) override;
  void OnWait(const Decision& decision) override;
  void OnCallEnd(const CallReport& report) override;

  const opentelemetry::context::Context& context() const override {
    return context_;
  }

 private:
  // Removes the span of a running attempt and returns it. Returns nullptr if
  // there is none.
  Span TakeRunning(int number);
  void EndDiscarded(opentelemetry::trace::Span& span,
                    const AttemptReport& attempt) const;

  const Tracing& tracing_;
  opentelemetry::trace::Tracer& tracer_;
  const std::string method_;  // "shop.v1.Inventory/Get"
  const Span span_;
  opentelemetry::context::Context context_;
  absl::InlinedVector<std::pair<int, Span>, 2> running_;
  // The wait that the server of the last ended attempt requested, if it did.
  std::optional<absl::Duration> demanded_wait_;
};

// Starts to observe a call. If its trace is sampled, the call and its attempts
// get spans. Otherwise the attempts only carry the trace context of the call.
// Returns nullptr if there is no context to carry.
std::unique_ptr<CallTrace> StartCallSpan(const Tracing& tracing,
                                         const CallStart& call);

}  // namespace baton::otel

#endif  // BATON_OTEL_CALL_SPAN_H_
