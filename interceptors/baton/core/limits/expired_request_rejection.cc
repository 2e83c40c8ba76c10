// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/expired_request_rejection.h"

namespace baton::core {

DeadlineRefusal::Verdict DeadlineRefusal::OnRequest(absl::Duration remaining,
                                                    MonotonicTime now) {
  Verdict verdict;
  if (remaining <= absl::ZeroDuration()) {
    verdict.refusal = RequestRefusal::kExpired;
  } else if (remaining <= options_.hopeless) {
    verdict.refusal = RequestRefusal::kHopeless;
  }
  bool refuse = verdict.refusal != RequestRefusal::kNone &&
                options_.mode == Mode::kEnforce;
  if (refuse) {
    // Counts this request as well.
    const RollingRatio::Counts counts = requests_.Over(now);
    refuse = static_cast<double>(counts.hits + 1) <=
             options_.max_share * static_cast<double>(counts.events + 1);
  }
  verdict.only_observed = verdict.refusal != RequestRefusal::kNone && !refuse;
  requests_.Record(refuse, now);
  return verdict;
}

}  // namespace baton::core
