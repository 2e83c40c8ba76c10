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

// What watches the trace of one call.
class CallTrace : public CallObserver {
 public:
  // Holds the call's span, or what the call carries on.
  virtual const opentelemetry::context::Context& context() const = 0;
};

// The CLIENT span of one call that is sampled, and below it one for each of its
// attempts. What an attempt carries on the wire is the attempt's own span, so
// that the span of the server hangs under the attempt that caused it.
class CallSpan final : public CallTrace {
 public:
  using Span = opentelemetry::nostd::shared_ptr<opentelemetry::trace::Span>;

  // `tracing` and `tracer`, which is of it, must outlive the object; `context`
  // holds `span`.
  CallSpan(const Tracing& tracing, opentelemetry::trace::Tracer& tracer,
           const CallStart& call, Span span,
           opentelemetry::context::Context context);

  void OnAttemptStart(const AttemptStart& attempt,
                      AttemptMetadata& metadata) override;
  void OnAttemptEnd(const AttemptEnd& attempt) override;
  void OnAttemptDropped(int number, const AttemptReport& attempt) override;
  void OnWait(const Decision& decision) override;
  void OnCallEnd(const CallReport& report) override;

  const opentelemetry::context::Context& context() const override {
    return context_;
  }

 private:
  // Takes the span of an attempt that runs; nullptr if there is none.
  Span TakeRunning(int number);
  void EndDropped(opentelemetry::trace::Span& span,
                  const AttemptReport& attempt) const;

  const Tracing& tracing_;
  opentelemetry::trace::Tracer& tracer_;
  const std::string method_;  // "shop.v1.Inventory/Get"
  const Span span_;
  opentelemetry::context::Context context_;
  absl::InlinedVector<std::pair<int, Span>, 2> running_;
  // What the latest attempt's server asked for, if it did.
  std::optional<absl::Duration> demanded_wait_;
};

// Begins to watch a call: with spans if its trace is sampled, and else only so
// that its attempts carry the trace on. nullptr if there is nothing to carry.
std::unique_ptr<CallTrace> StartCallSpan(const Tracing& tracing,
                                         const CallStart& call);

}  // namespace baton::otel

#endif  // BATON_OTEL_CALL_SPAN_H_
