// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/expired_request_rejection.h"

namespace baton::core {

ExpiredRequestRejection::Verdict ExpiredRequestRejection::OnRequest(
    const ExpiredRequestOptions& options, absl::Duration remaining,
    MonotonicTime now) {
  Verdict verdict;
  if (remaining <= absl::ZeroDuration()) {
    verdict.rejection = RequestRejection::kExpired;
  } else if (remaining <= options.min_remaining) {
    verdict.rejection = RequestRejection::kTooLittleTime;
  }
  bool rejects = verdict.rejection != RequestRejection::kNone &&
                 options.mode == Mode::kEnforce;
  if (rejects) {
    // Counts this request as well.
    const RollingRatio::Counts counts = requests_.Over(options.window, now);
    rejects =
        static_cast<double>(counts.hits + 1) <=
        options.max_rejected_ratio * static_cast<double>(counts.events + 1);
  }
  verdict.only_observed =
      verdict.rejection != RequestRejection::kNone && !rejects;
  requests_.Record(options.window, rejects, now);
  return verdict;
}

}  // namespace baton::core
