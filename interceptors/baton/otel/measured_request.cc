// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/measured_request.h"

#include "absl/time/time.h"
#include "baton/inbound_grant.h"
#include "baton/otel/metric_names.h"
#include "baton/otel/names.h"

namespace baton::otel {

MeasuredRequest::MeasuredRequest(const Tracing& tracing, Metering& metering,
                                 const Instruments& instruments,
                                 const RequestStart& request)
    : RequestSpan(tracing, request),
      instruments_(instruments),
      method_(
          metering.RequestLabel(request.method, request.method_is_registered)) {
  const InboundGrant& inbound = request.inbound;
  CountIf(instruments_.request_started, true);
  CountIf(instruments_.header_absent,
          inbound.verdict == HeaderVerdict::kAbsent);
  CountIf(instruments_.header_malformed,
          inbound.verdict == HeaderVerdict::kMalformed ||
              inbound.verdict == HeaderVerdict::kLooped);
  CountIf(instruments_.grant_clamped, inbound.clamped);
  CountIf(instruments_.request_repeated, inbound.is_retry);
  CountIf(instruments_.request_deadline_missing,
          request.timeout == absl::InfiniteDuration());
}

void MeasuredRequest::CountIf(const Instruments::Counter& counter,
                              bool so) const {
  if (so) counter->Add(1, {{kMethodLabel, ToOtel(method_)}}, context());
}

void MeasuredRequest::OnRequestEnd(const RequestReport& report) {
  RequestSpan::OnRequestEnd(report);
  instruments_.request_duration->Record(
      absl::ToDoubleSeconds(report.lasted),
      {{kMethodLabel, ToOtel(method_)},
       {kStatusLabel, ToOtel(StatusCodeName(report.code))}},
      context());
  if (report.rejection != RequestRejection::kNone &&
      !report.rejection_only_observed) {
    instruments_.request_rejected->Add(
        1,
        {{kMethodLabel, ToOtel(method_)},
         {kRejectionLabel, ToOtel(RejectionWord(report.rejection))}},
        context());
  }
  CountReplay(report);
}

void MeasuredRequest::CountReplay(const RequestReport& report) const {
  if (report.replay == ReplayResult::kNone) return;
  instruments_.keyed_requests->Add(
      1,
      {{kMethodLabel, ToOtel(method_)},
       {kReplayLabel, ToOtel(ToString(report.replay))}},
      context());
  CountIf(instruments_.replay_store_failed, report.replay_store_failed);
  if (report.replay_wait > absl::ZeroDuration()) {
    instruments_.replay_wait->Record(absl::ToDoubleSeconds(report.replay_wait),
                                     {{kMethodLabel, ToOtel(method_)}},
                                     context());
  }
}

}  // namespace baton::otel
