// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_REQUEST_SPAN_H_
#define BATON_OTEL_REQUEST_SPAN_H_

#include <memory>

#include "absl/strings/string_view.h"
#include "baton/otel/tracing.h"
#include "baton/request_observer.h"
#include "opentelemetry/context/context.h"
#include "opentelemetry/nostd/shared_ptr.h"
#include "opentelemetry/trace/span.h"

namespace baton::otel {

// The SERVER span of one request, and the trace context for the request's
// outgoing calls. If there is no tracer provider, there is no span. The
// outgoing calls then forward the trace context of the request's metadata.
class RequestSpan : public RequestObserver {
 public:
  // `tracing` must outlive the object.
  RequestSpan(const Tracing& tracing, const RequestStart& request);

  std::unique_ptr<Attachment> Attach() override;
  void OnRequestEnd(const RequestReport& report) override;

  // Returns the context with the span of the request and the baggage that came
  // with it.
  const opentelemetry::context::Context& context() const { return context_; }

 private:
  const Tracing& tracing_;
  opentelemetry::context::Context context_;  // Constant after construction.
  opentelemetry::nostd::shared_ptr<opentelemetry::trace::Span> span_;
};

// Returns "expired", "too_little_time", "cancelled" or "none".
absl::string_view RejectionWord(RequestRejection rejection);

// Returns the trace context of a request, if `request` is a RequestSpan or
// combines observers that include one. Otherwise returns nullptr.
const opentelemetry::context::Context* ContextOf(
    const RequestObserver* request);

// Returns the parent context of a call or a unit: the context of the request
// that it belongs to, or the current context of the thread if there is none. If
// both are in the same trace, returns the current context. It may contain a
// span of the handler.
opentelemetry::context::Context ParentOf(const RequestObserver* request);

// Makes `context` current on this thread until the result is destroyed.
std::unique_ptr<RequestObserver::Attachment> AttachContext(
    const opentelemetry::context::Context& context);

}  // namespace baton::otel

#endif  // BATON_OTEL_REQUEST_SPAN_H_
