// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/call_span.h"

#include <algorithm>
#include <optional>

#include "absl/strings/str_cat.h"
#include "baton/otel/call_attributes.h"
#include "baton/otel/names.h"
#include "baton/otel/request_span.h"
#include "baton/otel/span_attributes.h"
#include "opentelemetry/trace/context.h"
#include "opentelemetry/trace/span_startoptions.h"

namespace baton::otel {
namespace {

namespace context = opentelemetry::context;
namespace trace = opentelemetry::trace;

// Makes the attempts carry the trace context of a call that has no spans.
class CarriedContext final : public CallTrace {
 public:
  CarriedContext(const Tracing& tracing, context::Context context)
      : tracing_(tracing), context_(std::move(context)) {}

  void OnAttemptStart(const AttemptStart&, AttemptMetadata& metadata) override {
    tracing_.Inject(context_, metadata);
  }
  void OnAttemptEnd(const AttemptEnd&) override {}
  void OnWait(const Decision&) override {}
  void OnCallEnd(const CallReport&) override {}
  const context::Context& context() const override { return context_; }

 private:
  const Tracing& tracing_;
  const context::Context context_;
};

void SetError(trace::Span& span, absl::string_view description) {
  span.SetStatus(trace::StatusCode::kError, ToOtel(description));
}

}  // namespace

std::string CallTrace::TraceId() const {
  const trace::SpanContext span = trace::GetSpan(context())->GetContext();
  if (!span.IsValid()) return {};
  char digits[2 * trace::TraceId::kSize];
  span.trace_id().ToLowerBase16(digits);
  return std::string(digits, sizeof(digits));
}

CallSpan::CallSpan(const Tracing& tracing, trace::Tracer& tracer,
                   const MethodName& method, Span span,
                   context::Context context)
    : tracing_(tracing),
      tracer_(tracer),
      original_(method.original),
      method_{method.full, method.service, method.method, original_},
      span_(std::move(span)),
      context_(std::move(context)) {}

void CallSpan::OnAttemptStart(const AttemptStart& attempt,
                              AttemptMetadata& metadata) {
  trace::StartSpanOptions options;
  // CLIENT as well, because this span is the parent of the server's span.
  // Backends draw service maps from CLIENT spans and their SERVER children.
  options.kind = trace::SpanKind::kClient;
  options.parent = context_;
  const AttributeList attributes =
      AttributesOf(tracing_.conventions(), method_, attempt);
  Span span = tracer_.StartSpan(AttemptSpanName(method_.full),
                                attributes.pairs(), options);
  tracing_.Inject(trace::SetSpan(context_, span), metadata);
  running_.emplace_back(attempt.number, std::move(span));
}

CallSpan::Span CallSpan::TakeRunning(int number) {
  const auto found =
      std::find_if(running_.begin(), running_.end(),
                   [&](const auto& entry) { return entry.first == number; });
  if (found == running_.end()) return Span();
  Span span = std::move(found->second);
  running_.erase(found);
  return span;
}

void CallSpan::OnAttemptEnd(const AttemptEnd& attempt) {
  demanded_wait_ = DemandedWait(*attempt.outcome);
  const Span span = TakeRunning(attempt.number);
  if (span == nullptr) return;
  AttributesOf(tracing_.conventions(), attempt).SetOn(*span);
  if (attempt.outcome->code != absl::StatusCode::kOk) {
    SetError(*span, StatusCodeName(attempt.outcome->code));
  }
  span->End();
}

void CallSpan::OnWait(const Decision& decision) {
  span_->AddEvent(kWaitEvent,
                  AttributesOfWait(decision, demanded_wait_).pairs());
}

void CallSpan::OnAttemptDiscarded(int number, const AttemptReport& attempt) {
  const Span span = TakeRunning(number);
  if (span != nullptr) EndDiscarded(*span, attempt);
}

void CallSpan::EndDiscarded(trace::Span& span,
                            const AttemptReport& attempt) const {
  AttributesOfDiscarded(tracing_.conventions(), attempt).SetOn(span);
  SetError(span, StatusCodeName(attempt.code));
  span.End();
}

void CallSpan::OnCallEnd(const CallReport& report) {
  for (const auto& [number, span] : running_) {
    const auto index = static_cast<std::size_t>(number - 1);
    if (index < report.attempts.size()) {
      EndDiscarded(*span, report.attempts[index]);
    }
  }
  // Ends the remaining spans.
  running_.clear();
  AttributesOf(tracing_.conventions(), report).SetOn(*span_);
  // Only the final status counts: a call that a retry saved is no error.
  if (report.code != absl::StatusCode::kOk) {
    SetError(*span_, absl::StrCat(StatusCodeName(report.code), ", ",
                                  ToString(report.stop_reason)));
  }
  span_->End();
}

std::unique_ptr<CallTrace> StartCallSpan(const Tracing& tracing,
                                         const CallStart& call) {
  context::Context context = ParentOf(call.request);
  trace::Tracer* const tracer = tracing.tracer();
  if (tracer == nullptr) {
    if (context == context::Context()) return nullptr;
    return std::make_unique<CarriedContext>(tracing, std::move(context));
  }
  const MethodName method = tracing.CallMethod(call.method);
  trace::StartSpanOptions options;
  options.kind = trace::SpanKind::kClient;
  options.parent = context;
  CallSpan::Span span = tracer->StartSpan(
      ToOtel(SpanName(method)),
      AttributesOf(tracing.conventions(), method, call).pairs(), options);
  if (span->GetContext().IsValid()) context = trace::SetSpan(context, span);
  if (!span->IsRecording()) {
    return std::make_unique<CarriedContext>(tracing, std::move(context));
  }
  return std::make_unique<CallSpan>(tracing, *tracer, method, std::move(span),
                                    std::move(context));
}

}  // namespace baton::otel
