// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/call_metrics.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include "baton/otel/metric_names.h"
#include "baton/otel/names.h"
#include "baton/policy/defaults.h"

namespace baton::otel {
namespace {

namespace context = opentelemetry::context;

// Returns how long the attempt took. An attempt that still ran when its call
// ended lasts until the end of the call.
absl::Duration LengthOf(const AttemptReport& attempt, const CallReport& call) {
  return attempt.lasted != absl::ZeroDuration()
             ? attempt.lasted
             : call.lasted - attempt.started_after;
}

// Returns the label value of a fallback channel. A channel has at most four.
absl::string_view WordOfFallback(int fallback) {
  constexpr absl::string_view kWords[] = {"1", "2", "3", "4"};
  static_assert(std::size(kWords) == defaults::kFallbackChannelsLimit);
  return kWords[std::clamp(fallback, 1, defaults::kFallbackChannelsLimit) - 1];
}

// Returns who caused the failure of an attempt, as the operator of the client
// sees it.
absl::string_view WordOfOrigin(const AttemptReport& attempt) {
  if (attempt.never_sent) return "never_sent";
  switch (attempt.origin) {
    case AttemptOrigin::kServer:
      return "server";
    case AttemptOrigin::kUnconfirmed:
      return "unconfirmed";
    case AttemptOrigin::kAttemptTimeout:
    case AttemptOrigin::kConnectTimeout:
    case AttemptOrigin::kCallDeadline:
      return "own_limit";
    case AttemptOrigin::kCancelled:
      return "cancelled";
  }
  return "server";
}

// Returns whether the call succeeded after an attempt that had failed by
// itself.
bool WasSaved(const CallReport& report) {
  if (report.code != absl::StatusCode::kOk || report.attempts.size() < 2) {
    return false;
  }
  return std::any_of(report.attempts.begin(), report.attempts.end(),
                     [](const AttemptReport& attempt) {
                       return attempt.code != absl::StatusCode::kOk &&
                              attempt.origin != AttemptOrigin::kCancelled;
                     });
}

}  // namespace

CallMetrics::CallMetrics(Metering& metering, const Instruments& instruments,
                         const CallStart& call,
                         std::unique_ptr<CallTrace> trace)
    : metering_(metering),
      instruments_(instruments),
      method_(metering.CallLabel(call.method)),
      target_(metering.TargetLabel(call.target)),
      trace_(std::move(trace)) {}

void CallMetrics::OnAttemptStart(const AttemptStart& attempt,
                                 AttemptMetadata& metadata) {
  if (trace_ != nullptr) trace_->OnAttemptStart(attempt, metadata);
  const context::Context context =
      trace_ == nullptr ? context::Context() : trace_->context();
  if (attempt.fallback > 0) {
    instruments_.attempt_started->Add(1, LabelsOf(attempt.fallback).pairs(),
                                      context);
    return;
  }
  instruments_.attempt_started->Add(
      1, {{kMethodLabel, ToOtel(method_)}, {kTargetLabel, ToOtel(target_)}},
      context);
}

AttributeList CallMetrics::LabelsOf(int fallback) const {
  AttributeList labels;
  labels.Add(kMethodLabel, method_);
  labels.Add(kTargetLabel, target_);
  if (fallback > 0) labels.Add(kFallbackLabel, WordOfFallback(fallback));
  return labels;
}

void CallMetrics::OnAttemptEnd(const AttemptEnd& attempt) {
  if (trace_ != nullptr) trace_->OnAttemptEnd(attempt);
}

void CallMetrics::OnAttemptDiscarded(int number, const AttemptReport& attempt) {
  if (trace_ != nullptr) trace_->OnAttemptDiscarded(number, attempt);
}

void CallMetrics::OnWait(const Decision& decision) {
  if (trace_ != nullptr) trace_->OnWait(decision);
}

void CallMetrics::RecordAttempts(const CallReport& report,
                                 const context::Context& context) {
  for (const AttemptReport& attempt : report.attempts) {
    const bool failed = attempt.code != absl::StatusCode::kOk;
    if (attempt.fallback > 0 || failed) {
      AttributeList labels = LabelsOf(attempt.fallback);
      labels.Add(kStatusLabel, StatusCodeName(attempt.code));
      if (failed) {
        labels.Add(kFailureOriginLabel, WordOfOrigin(attempt));
        CountFailure(attempt, context);
      }
      instruments_.attempt_duration->Record(
          absl::ToDoubleSeconds(LengthOf(attempt, report)), labels.pairs(),
          context);
      continue;
    }
    instruments_.attempt_duration->Record(
        absl::ToDoubleSeconds(LengthOf(attempt, report)),
        {{kMethodLabel, ToOtel(method_)},
         {kTargetLabel, ToOtel(target_)},
         {kStatusLabel, ToOtel(StatusCodeName(attempt.code))}},
        context);
  }
}

void CallMetrics::CountFailure(const AttemptReport& attempt,
                               const context::Context& context) {
  if (attempt.failure == nullptr || attempt.failure->peer.empty() ||
      attempt.origin == AttemptOrigin::kCancelled) {
    return;
  }
  instruments_.failed_attempts->Add(
      1,
      {{kTargetLabel, ToOtel(target_)},
       {kPeerLabel, ToOtel(metering_.PeerLabel(attempt.failure->peer))},
       {kStatusLabel, ToOtel(StatusCodeName(attempt.code))}},
      context);
}

void CallMetrics::RecordExtraAttempts(const CallReport& report,
                                      const context::Context& context) {
  std::uint64_t retries = 0;
  std::uint64_t hedges = 0;
  absl::Duration waited = absl::ZeroDuration();
  for (const AttemptReport& attempt : report.attempts) {
    if (attempt.kind == RetryBudgetHeader::Kind::kRetry) {
      ++retries;
      waited += attempt.waited;
    } else if (attempt.kind == RetryBudgetHeader::Kind::kHedge) {
      ++hedges;
    }
  }
  const auto record = [&](const auto& histogram, auto value) {
    // As in gRFC A96, calls without such attempts are not recorded.
    if (value == 0) return;
    histogram->Record(
        value,
        {{kMethodLabel, ToOtel(method_)}, {kTargetLabel, ToOtel(target_)}},
        context);
  };
  record(instruments_.call_retries, retries);
  record(instruments_.call_hedges, hedges);
  record(instruments_.call_retry_delay, absl::ToDoubleSeconds(waited));
}

void CallMetrics::OnCallEnd(const CallReport& report) {
  if (trace_ != nullptr) trace_->OnCallEnd(report);
  const context::Context context =
      trace_ == nullptr ? context::Context() : trace_->context();
  instruments_.call_duration->Record(
      absl::ToDoubleSeconds(report.lasted),
      {{kMethodLabel, ToOtel(method_)},
       {kTargetLabel, ToOtel(target_)},
       {kStatusLabel, ToOtel(StatusCodeName(report.code))}},
      context);
  RecordAttempts(report, context);
  if (report.attempts.size() > 1) RecordExtraAttempts(report, context);
  if (IsSuppression(report.stop_reason)) {
    instruments_.suppressed->Add(
        1,
        {{kMethodLabel, ToOtel(method_)},
         {kTargetLabel, ToOtel(target_)},
         {kStopReasonLabel, ToOtel(ToString(report.stop_reason))}},
        context);
  }
  const auto count_if = [&](const Instruments::Counter& counter, bool so) {
    if (!so) return;
    counter->Add(
        1, {{kMethodLabel, ToOtel(method_)}, {kTargetLabel, ToOtel(target_)}},
        context);
  };
  count_if(instruments_.outcome_unknown, report.outcome_unknown);
  count_if(instruments_.unlinked, report.is_unlinked);
  count_if(instruments_.saved, WasSaved(report));
  count_if(instruments_.deadline_missing, report.deadline_missing);
  count_if(instruments_.deadline_capped, report.deadline_capped);
}

}  // namespace baton::otel
