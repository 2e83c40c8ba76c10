// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/unit_span.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "baton/core/report/printable_text.h"
#include "baton/otel/attribute_list.h"
#include "baton/otel/names.h"
#include "baton/otel/request_span.h"
#include "baton/otel/span_attributes.h"
#include "opentelemetry/trace/context.h"
#include "opentelemetry/trace/span_startoptions.h"

namespace baton::otel {
namespace {

namespace trace = opentelemetry::trace;

void SetError(trace::Span& span, absl::StatusCode code) {
  if (code == absl::StatusCode::kOk) return;
  span.SetStatus(trace::StatusCode::kError, ToOtel(StatusCodeName(code)));
}

}  // namespace

UnitSpan::UnitSpan(trace::Tracer& tracer, const UnitStart& unit)
    : tracer_(tracer),
      name_(
          core::PrintableText(absl::StrCat("unit ", unit.name), kLongestText)),
      context_(ParentOf(unit.request)) {
  AttributeList attributes;
  attributes.Add(kUnitName, unit.name);
  attributes.Add(kRetryGrant, unit.grant);
  attributes.Add(kDeadlineTimeoutMs, unit.timeout);
  trace::StartSpanOptions options;
  options.parent = context_;
  span_ = tracer_.StartSpan(name_, attributes.pairs(), options);
  context_ = trace::SetSpan(context_, span_);
}

std::unique_ptr<RequestObserver::Attachment> UnitSpan::OnRunStart(int number) {
  AttributeList attributes;
  attributes.Add(kUnitRunNumber, number);
  trace::StartSpanOptions options;
  options.parent = context_;
  run_ = tracer_.StartSpan(absl::StrCat(name_, " run"), attributes.pairs(),
                           options);
  return AttachContext(trace::SetSpan(context_, run_));
}

void UnitSpan::OnRunEnd(const UnitRunEnd& run) {
  AttributeList attributes;
  attributes.Add(kRetryDecision,
                 absl::string_view(run.replay ? "retry" : "stop"));
  if (run.replay) attributes.Add(kRetryWaitMs, run.wait);
  attributes.SetOn(*run_);
  SetError(*run_, run.code);
  run_->End();
}

void UnitSpan::OnUnitEnd(const UnitReport& report) {
  AttributeList attributes;
  attributes.Add(kUnitRuns, report.runs);
  attributes.Add(kUnitVerifications, report.verifications);
  attributes.Add(kRetryGrantUsed, report.grant_used);
  attributes.Add(kRetryStopReason, ToString(report.stop_reason));
  attributes.AddIfSet(kRetryOutcomeUnknown, report.outcome_unknown);
  if (!report.blocked_by.empty()) {
    attributes.Add(kUnitBlockedBy, report.blocked_by);
  }
  attributes.SetOn(*span_);
  SetError(*span_, report.code);
  span_->End();
}

std::unique_ptr<UnitObserver> StartUnitSpan(const Tracing& tracing,
                                            const UnitStart& unit) {
  trace::Tracer* const tracer = tracing.tracer();
  if (tracer == nullptr) return nullptr;
  return std::make_unique<UnitSpan>(*tracer, unit);
}

}  // namespace baton::otel
