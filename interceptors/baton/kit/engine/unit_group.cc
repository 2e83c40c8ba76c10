// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/kit/engine/unit_group.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "baton/policy/idempotency.h"

namespace baton::kit {
namespace {

bool AsksForRetries(const CallOverrides* overrides) {
  if (overrides == nullptr || overrides->disable_retries) return false;
  return overrides->max_attempts.value_or(1) > 1 ||
         (overrides->hedge.has_value() && overrides->hedge->max_attempts > 1);
}

// Returns whether the call carries the same idempotency key in each run. Only
// the application can declare this.
bool HasStableKey(const rpc::CallGroup::End& end) { return end.has_stable_key; }

core::UnitMember MemberOf(const rpc::CallGroup::End& end) {
  core::UnitMember member;
  member.method = end.report.method;
  member.code = end.report.code;
  member.outcome_unknown = end.report.outcome_unknown;
  member.may_have_run =
      member.code == absl::StatusCode::kOk || member.outcome_unknown;
  member.is_replayable =
      IsIdempotent(end.report.idempotency) || HasStableKey(end);
  if (end.outcome != nullptr) {
    member.outcome = *end.outcome;
  } else {
    member.outcome.code = member.code;
    member.outcome.origin = member.code == absl::StatusCode::kDeadlineExceeded
                                ? AttemptOrigin::kCallDeadline
                                : AttemptOrigin::kCancelled;
  }
  return member;
}

}  // namespace

UnitGroup::UnitGroup(std::string description, Deadline deadline,
                     RunsByMethod earlier)
    : description_(std::move(description)),
      deadline_(deadline),
      earlier_(std::move(earlier)) {}

absl::Status UnitGroup::Misuse(const std::string& method,
                               const std::string& problem) {
  absl::Status status = absl::FailedPreconditionError(
      absl::StrCat(description_, ": call of ", method, " ", problem));
  if (misuse_.ok()) misuse_ = status;
  return status;
}

absl::StatusOr<rpc::CallGroup::Terms> UnitGroup::OnCallStarted(
    const Start& start) {
  const MutexLock lock(mutex_);
  if (closed_) {
    return Misuse(start.method,
                  "started after the body of the run had returned; wait for "
                  "all calls in the body");
  }
  if (AsksForRetries(start.overrides)) {
    return Misuse(start.method,
                  "has overrides that ask for retries or hedges of its own, "
                  "and these would multiply the replays of the unit; remove "
                  "max_attempts and hedge from its CallOverrides");
  }
  Terms terms;
  terms.single_attempt = true;
  terms.deadline = deadline_;
  const auto earlier = earlier_.find(start.method);
  if (earlier != earlier_.end()) terms.earlier_attempts = earlier->second;
  ++running_[start.method];
  ++started_[start.method];
  return terms;
}

void UnitGroup::OnCallEnded(const End& end) {
  Member member{MemberOf(end), end.channel};
  const MutexLock lock(mutex_);
  --running_[member.end.method];
  members_.push_back(std::move(member));
}

UnitGroup::Result UnitGroup::Close() {
  const MutexLock lock(mutex_);
  closed_ = true;
  for (const auto& [method, running] : running_) {
    if (running <= 0) continue;
    (void)Misuse(method,
                 "still runs after the body of the run has returned; wait for "
                 "all calls in the body");
  }
  return {members_, misuse_};
}

RunsByMethod UnitGroup::runs() {
  const MutexLock lock(mutex_);
  RunsByMethod runs = earlier_;
  for (const auto& [method, started] : started_) {
    if (started > 0) ++runs[method];
  }
  return runs;
}

}  // namespace baton::kit
