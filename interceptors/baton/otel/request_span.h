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

// The SERVER span of one request, and the context that its calls are made in.
// Without a provider there is no span, and what came in is passed on.
class RequestSpan : public RequestObserver {
 public:
  // `tracing` must outlive it.
  RequestSpan(const Tracing& tracing, const RequestStart& request);

  std::unique_ptr<Attachment> Attach() override;
  void OnRequestEnd(const RequestReport& report) override;

  // Holds the request's span and what came along with it.
  const opentelemetry::context::Context& context() const { return context_; }

 private:
  const Tracing& tracing_;
  opentelemetry::context::Context context_;  // Does not change any more.
  opentelemetry::nostd::shared_ptr<opentelemetry::trace::Span> span_;
};

// "expired", "hopeless", "none".
absl::string_view RefusalWord(RequestRefusal refusal);

// The context of a request, if an observer of it is one of ours; nullptr if
// not.
const opentelemetry::context::Context* ContextOf(
    const RequestObserver* request);

}  // namespace baton::otel

#endif  // BATON_OTEL_REQUEST_SPAN_H_
