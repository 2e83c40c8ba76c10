// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/request_span.h"

#include <utility>

#include "baton/otel/attribute_list.h"
#include "baton/otel/names.h"
#include "baton/otel/span_attributes.h"
#include "opentelemetry/context/runtime_context.h"
#include "opentelemetry/nostd/span.h"
#include "opentelemetry/nostd/string_view.h"
#include "opentelemetry/nostd/unique_ptr.h"
#include "opentelemetry/trace/context.h"
#include "opentelemetry/trace/span_startoptions.h"

namespace baton::otel {
namespace {

namespace context = opentelemetry::context;
namespace nostd = opentelemetry::nostd;
namespace trace = opentelemetry::trace;

class AttachedContext final : public RequestObserver::Attachment {
 public:
  explicit AttachedContext(const context::Context& context)
      : token_(context::RuntimeContext::Attach(context)) {}

 private:
  const nostd::unique_ptr<context::Token> token_;
};

// Returns whether the server caused the error. The semantic conventions exclude
// codes that a client can cause.
bool IsServerError(absl::StatusCode code) {
  switch (code) {
    case absl::StatusCode::kUnknown:
    case absl::StatusCode::kDeadlineExceeded:
    case absl::StatusCode::kUnimplemented:
    case absl::StatusCode::kInternal:
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kDataLoss:
      return true;
    default:
      return false;
  }
}

AttributeList AttributesOfStart(const Tracing& tracing,
                                const MethodName& method,
                                const RequestStart& request) {
  AttributeList attributes;
  attributes.AddMethod(tracing.conventions(), method);
  attributes.AddEndpoint(kNetworkPeerAddress, kNetworkPeerPort,
                         ParsePeer(request.peer));
  const InboundGrant& inbound = request.inbound;
  attributes.Add(kRetryHeader, ToString(inbound.verdict));
  if (inbound.grant.has_value()) {
    attributes.Add(kRetryGrant, *inbound.grant);
    attributes.Add(kRetryHop, inbound.hop);
  } else {
    attributes.Add(kRetryEdge, true);
  }
  attributes.AddIfSet(kRetryRepeated, inbound.is_retry);
  attributes.AddIfSet(kRetryHeaderStripped, inbound.stripped);
  attributes.AddIfSet(kRetryHeaderClamped, inbound.clamped);
  attributes.AddIfSet(kRetryHiddenRetries, inbound.hidden_retries);
  attributes.Add(kDeadlineTimeoutMs, request.timeout);
  attributes.AddIfSet(kDeadlineMissing,
                      request.timeout == absl::InfiniteDuration());
  return attributes;
}

// Records only the metadata keys that the application has listed.
void RecordMetadata(const Tracing& tracing, const RequestMetadata& metadata,
                    trace::Span& span) {
  for (const Tracing::RecordedMetadata& recorded :
       tracing.recorded_metadata()) {
    const auto value = metadata.Get(recorded.key);
    if (!value.has_value()) continue;
    AttributeList owner;
    const nostd::string_view values[] = {
        ToOtel(owner.Printable(*value, kLongestMetadataValue))};
    span.SetAttribute(recorded.attribute,
                      nostd::span<const nostd::string_view>(values));
  }
}

AttributeList AttributesOfEnd(const Tracing& tracing,
                              const RequestReport& report) {
  AttributeList attributes;
  attributes.AddStatusCode(tracing.conventions(), report.code);
  if (IsServerError(report.code)) {
    attributes.Add(kErrorType, StatusCodeName(report.code));
  }
  if (report.rejection != RequestRejection::kNone) {
    attributes.Add(kRetryRejection, RejectionWord(report.rejection));
    attributes.AddIfSet(kRetryRejectionObserved,
                        report.rejection_only_observed);
  }
  if (report.advice.has_value()) {
    attributes.Add(kRetryAdvice, ToString(report.advice->verdict));
    if (report.advice->reason != RetryAdvice::Reason::kUnspecified) {
      attributes.Add(kRetryAdviceReason, ToString(report.advice->reason));
    }
    if (report.advice->scope != RetryAdvice::Scope::kRequest) {
      attributes.Add(kRetryAdviceScope, ToString(report.advice->scope));
    }
    if (report.advice->used.has_value()) {
      attributes.Add(kRetryUsedBelow, *report.advice->used);
    }
  }
  if (report.replay != ReplayResult::kNone) {
    attributes.Add(kRetryReplay, ToString(report.replay));
    if (report.replay_wait > absl::ZeroDuration()) {
      attributes.Add(kRetryReplayWaitMs, report.replay_wait);
    }
    attributes.AddIfSet(kRetryReplayStoreFailed, report.replay_store_failed);
  }
  attributes.Add(kRetryOutgoingCalls, report.calls);
  return attributes;
}

}  // namespace

RequestSpan::RequestSpan(const Tracing& tracing, const RequestStart& request)
    : tracing_(tracing) {
  if (request.metadata != nullptr && request.trace_context_is_trusted) {
    context_ = tracing.Extract(*request.metadata);
  }
  trace::Tracer* const tracer = tracing.tracer();
  if (tracer == nullptr) return;
  const MethodName method =
      tracing.RequestMethod(request.method, request.method_is_registered);
  trace::StartSpanOptions options;
  options.kind = trace::SpanKind::kServer;
  // The current context of the thread does not belong to the request, even if
  // the request came without a trace.
  options.parent = trace::GetSpan(context_)->GetContext().IsValid()
                       ? context_
                       : context_.SetValue(trace::kIsRootSpanKey, true);
  span_ = tracer->StartSpan(ToOtel(SpanName(method)),
                            AttributesOfStart(tracing, method, request).pairs(),
                            options);
  if (request.metadata != nullptr && span_->IsRecording()) {
    RecordMetadata(tracing, *request.metadata, *span_);
  }
  if (span_->GetContext().IsValid()) {
    context_ = trace::SetSpan(context_, span_);
  }
}

std::unique_ptr<RequestObserver::Attachment> RequestSpan::Attach() {
  return AttachContext(context_);
}

void RequestSpan::OnRequestEnd(const RequestReport& report) {
  if (span_ == nullptr || !span_->IsRecording()) return;
  AttributesOfEnd(tracing_, report).SetOn(*span_);
  if (IsServerError(report.code)) {
    span_->SetStatus(trace::StatusCode::kError,
                     ToOtel(StatusCodeName(report.code)));
  }
  span_->End();
}

absl::string_view RejectionWord(RequestRejection rejection) {
  switch (rejection) {
    case RequestRejection::kNone:
      return "none";
    case RequestRejection::kExpired:
      return "expired";
    case RequestRejection::kTooLittleTime:
      return "too_little_time";
    case RequestRejection::kCancelled:
      return "cancelled";
  }
  return "none";
}

context::Context ParentOf(const RequestObserver* request) {
  context::Context current = context::RuntimeContext::GetCurrent();
  const context::Context* const of_request = ContextOf(request);
  if (of_request == nullptr) return current;
  const auto current_span = trace::GetSpan(current)->GetContext();
  const auto request_span = trace::GetSpan(*of_request)->GetContext();
  if (!request_span.IsValid()) {
    return context::Context(*of_request).SetValue(trace::kIsRootSpanKey, true);
  }
  const bool is_same_trace = current_span.trace_id() == request_span.trace_id();
  return is_same_trace ? current : *of_request;
}

std::unique_ptr<RequestObserver::Attachment> AttachContext(
    const context::Context& context) {
  return std::make_unique<AttachedContext>(context);
}

const context::Context* ContextOf(const RequestObserver* request) {
  if (request == nullptr) return nullptr;
  const auto* const span = dynamic_cast<const RequestSpan*>(request);
  if (span != nullptr) return &span->context();
  for (const auto& member : request->members()) {
    const context::Context* const found = ContextOf(member.get());
    if (found != nullptr) return found;
  }
  return nullptr;
}

}  // namespace baton::otel
