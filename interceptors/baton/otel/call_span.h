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
#include "baton/otel/names.h"
#include "baton/otel/tracing.h"
#include "opentelemetry/context/context.h"
#include "opentelemetry/nostd/shared_ptr.h"
#include "opentelemetry/trace/span.h"
#include "opentelemetry/trace/tracer.h"

namespace baton::otel {

// An observer of one call that creates spans or forwards a trace context. Owned
// by the call.
class CallTrace : public CallObserver {
 public:
  // Returns the context with the span of the call. If Baton created no span for
  // the call, returns the context that the attempts forward.
  virtual const opentelemetry::context::Context& context() const = 0;

  std::string TraceId() const override;
};

// The CLIENT span of one sampled call, with a child span for each attempt. Each
// attempt sends its own span as trace context. The span of the server is
// therefore a child of the attempt that reached the server.
class CallSpan final : public CallTrace {
 public:
  using Span = opentelemetry::nostd::shared_ptr<opentelemetry::trace::Span>;

  // `tracing` and `tracer` must outlive this object. `tracer` and `method`
  // belong to `tracing`. `context` contains `span`.
  CallSpan(const Tracing& tracing, opentelemetry::trace::Tracer& tracer,
           const MethodName& method, Span span,
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
  // Removes the span of a running attempt from `running_` and returns it.
  // Returns nullptr if there is none.
  Span TakeRunning(int number);
  void EndDiscarded(opentelemetry::trace::Span& span,
                    const AttemptReport& attempt) const;

  const Tracing& tracing_;
  opentelemetry::trace::Tracer& tracer_;
  const std::string original_;
  const MethodName method_;  // `original` points into `original_`.
  const Span span_;
  opentelemetry::context::Context context_;
  absl::InlinedVector<std::pair<int, Span>, 2> running_;
  // The wait that the server requested with the last attempt that ended, if it
  // requested one.
  std::optional<absl::Duration> demanded_wait_;
};

// Starts to observe a call. If its trace is sampled, creates spans for the call
// and its attempts. Otherwise the attempts only forward the trace context of
// the call. Returns nullptr if there is no context to forward.
std::unique_ptr<CallTrace> StartCallSpan(const Tracing& tracing,
                                         const CallStart& call);

}  // namespace baton::otel

#endif  // BATON_OTEL_CALL_SPAN_H_
