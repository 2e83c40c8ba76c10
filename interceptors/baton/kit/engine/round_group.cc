// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/kit/engine/round_group.h"

#include <algorithm>
#include <utility>

namespace baton::kit {

RoundGroup::RoundGroup(std::string description, Deadline deadline, int round,
                       int grant)
    : description_(std::move(description)) {
  terms_.grant = grant;
  terms_.earlier_attempts = round - 1;
  terms_.deadline = deadline;
}

absl::StatusOr<rpc::CallGroup::Terms> RoundGroup::OnCallStarted(
    const Start& /*start*/) {
  return terms_;
}

void RoundGroup::OnCallEnded(const End& end) {
  const MutexLock lock(mutex_);
  result_.grant_used = std::max(result_.grant_used, end.report.grant_used);
  result_.outcome_unknown |= end.report.outcome_unknown;
  result_.stop_reason = end.report.stop_reason;
  result_.channel = end.channel;
}

RoundGroup::Result RoundGroup::result() {
  const MutexLock lock(mutex_);
  return result_;
}

}  // namespace baton::kit
