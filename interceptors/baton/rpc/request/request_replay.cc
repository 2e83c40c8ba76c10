// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/request/request_replay.h"

#include <algorithm>
#include <utility>

namespace baton::rpc {
namespace {

constexpr absl::Duration kLongestPoll = absl::Milliseconds(250);
// A claim is renewed this often in its lease.
constexpr int kRenewalsPerLease = 3;

}  // namespace

RequestReplay::RequestReplay(std::shared_ptr<ReplayStore> store,
                             ReplayOptions options, ReplayKey key,
                             bool may_have_run, Runtime& runtime,
                             std::shared_ptr<ServerCounters> counters,
                             ReplayWaits& waits)
    : store_(std::move(store)),
      properties_(store_->properties()),
      options_(options),
      key_(std::move(key)),
      may_have_run_(may_have_run),
      runtime_(runtime),
      counters_(std::move(counters)),
      waits_(waits) {}

RequestReplay::~RequestReplay() = default;

void RequestReplay::SetRequest(std::string caller, uint64_t fingerprint,
                               bool is_read_only) {
  key_.caller = std::move(caller);
  fingerprint_ = fingerprint;
  is_read_only_ = is_read_only;
}

std::optional<ReplayResult> RequestReplay::Begin() {
  ReplayStore::Request request(key_);
  request.fingerprint = fingerprint_;
  request.may_have_run = may_have_run_;
  request.runs_again = options_.outcome_unknown == OutcomeUnknown::kRunAgain;
  request.keep_for = options_.keep_for;
  request.now = runtime_.Now();
  absl::StatusOr<ReplayStore::Claim> claim = store_->ClaimKey(request);
  if (!claim.ok()) {
    SetResult(core::OnStoreFailure(options_.store_failure, is_read_only_));
    return result_;
  }
  claim_ = *std::move(claim);
  const std::optional<ReplayResult> result = core::ResultOf(claim_.state);
  if (!result.has_value()) return std::nullopt;
  SetResult(*result);
  if (result_ == ReplayResult::kRanAgain) counters_->OnRanAgain();
  if (core::Runs(result_)) {
    owns_.store(true, std::memory_order_release);
    ScheduleRenewal();
  }
  return result_;
}

void RequestReplay::Reject(ReplayResult result) { SetResult(result); }

void RequestReplay::SetResult(ReplayResult result) {
  result_ = result;
  if (waits_since_.has_value()) waited_ = runtime_.Now() - *waits_since_;
}

bool RequestReplay::Wait(MonotonicTime deadline, std::function<void()> done) {
  // The earlier request may run in another process, or may have ended since
  // Begin().
  const MonotonicTime now = runtime_.Now();
  const MonotonicTime until = std::min(deadline, now + poll_);
  poll_ = std::min(2 * poll_, kLongestPoll);
  // `done` may run on another thread before the wait returns.
  const bool is_first = !waits_since_.has_value();
  if (is_first) waits_since_ = now;
  if (waits_.Wait(key_.ToText(), until, runtime_, std::move(done))) return true;
  if (is_first) waits_since_.reset();
  return false;
}

bool RequestReplay::End(core::RunEnd end, const StoredAnswer& answer) {
  if (!owns_.exchange(false, std::memory_order_acq_rel)) return true;
  {
    const MutexLock lock(mutex_);
    if (renewal_.has_value()) runtime_.Cancel(*renewal_);
    renewal_.reset();
  }
  const bool recorded = Record(end, answer);
  waits_.Wake(key_.ToText());
  return recorded;
}

bool RequestReplay::Record(core::RunEnd end, const StoredAnswer& answer) {
  if (end == core::RunEnd::kNotExecuted) {
    return store_->Free(key_, claim_.token).ok();
  }
  return store_
      ->Finish(key_, claim_.token,
               end == core::RunEnd::kFinal ? &answer : nullptr,
               options_.keep_for, runtime_.Now())
      .ok();
}

void RequestReplay::ScheduleRenewal() {
  if (properties_.lease == absl::InfiniteDuration()) return;
  const MutexLock lock(mutex_);
  if (!owns()) return;
  renewal_ =
      runtime_.Schedule(runtime_.Now() + properties_.lease / kRenewalsPerLease,
                        [replay = weak_from_this(), &runtime = runtime_] {
                          runtime.Post([replay] {
                            if (const auto alive = replay.lock()) {
                              alive->Renew();
                            }
                          });
                        });
}

void RequestReplay::Renew() {
  if (!owns()) return;
  const absl::Status status = store_->Renew(key_, claim_.token);
  // Another request may own the key now. The end of this one stores nothing.
  if (absl::IsFailedPrecondition(status)) return;
  ScheduleRenewal();
}

}  // namespace baton::rpc
