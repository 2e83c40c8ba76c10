// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/amplification/simulated_call.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/core/decision/attempt_admission.h"
#include "baton/core/decision/connection_wait.h"
#include "baton/core/decision/grant_use.h"
#include "baton/core/decision/request_advice.h"
#include "baton/core/wire/retry_budget_codec.h"
#include "baton/decision.h"
#include "baton/retry_budget_header.h"

namespace baton::amplification {
namespace {

// Limit of simulated events per call. Far more than any call that keeps the
// bound.
constexpr int kMaxAttempts = 64;
constexpr absl::Duration kMaxEventTime = absl::Milliseconds(20);

}  // namespace

SimulatedCall::SimulatedCall(const CallSite& site, int granted, int hop,
                             bool passes_grant_on, Sabotage sabotage,
                             World& world, AmplificationLedger& ledger,
                             SeededUniform& random)
    : site_(site),
      hop_(hop),
      passes_grant_on_(passes_grant_on),
      sabotage_(sabotage),
      world_(world),
      ledger_(ledger),
      random_(random),
      progress_(
          MonotonicTime(), Deadline::After(MonotonicTime(), site.timeout),
          core::CallGrant(
              granted, site.policy.retry.owner,
              site.callee_known || sabotage == Sabotage::kForwardsToStrangers)),
      decider_(site.policy, world.classifier, world.target()) {}

bool SimulatedCall::Run(Send send) {
  for (;;) {
    const bool idle = in_flight_.empty();
    if (idle && waiting_ == 0) return false;
    if (waiting_ > 0 && (idle || random_.Chance(0.5))) {
      StartAttempt(send);
      MaybeHedge();
    } else if (OnEvent()) {
      // Attempts in flight are discarded without an end. Waiting attempts are
      // never sent.
      for (; waiting_ > 0; --waiting_) progress_.grant.ReleaseAttempt();
      return true;
    }
    CheckAmplification();
  }
}

int SimulatedCall::used() const {
  if (sabotage_ == Sabotage::kReportsOwnRetriesOnly) return started_ - 1;
  return progress_.grant.used();
}

void SimulatedCall::StartAttempt(Send send) {
  --waiting_;
  RetryBudgetHeader header;
  header.attempts_made = started_;
  header.hop = hop_ + 1;
  if (started_ > 0) {
    header.kind = site_.hedged ? RetryBudgetHeader::Kind::kHedge
                               : RetryBudgetHeader::Kind::kRetry;
    header.reason = RetryBudgetHeader::Reason::kUnavailable;
  }
  const Forwarded forwarded = Forward();
  header.grant = forwarded.in_header;
  ++started_;
  charged_below_ += header.grant;
  CheckAmplification();
  char buffer[core::kRetryBudgetBytes];
  in_flight_.push_back(
      {forwarded, send(core::EncodeRetryBudget(header, buffer))});
}

bool SimulatedCall::ForwardsForFree() const {
  switch (progress_.grant.use()) {
    case core::GrantUse::kForwardNotIdempotent:
      if (sabotage_ == Sabotage::kNotIdempotentIsFree) return true;
      break;
    case core::GrantUse::kForwardNoTime:
      if (sabotage_ == Sabotage::kNoTimeIsFree) return true;
      break;
    default:
      break;
  }
  return sabotage_ == Sabotage::kForwardedIsFree;
}

SimulatedCall::Forwarded SimulatedCall::Forward() {
  core::GrantUse use = core::GrantUseOf(site_.policy, progress_, now_);
  if (use == core::GrantUse::kPassOn && !passes_grant_on_) {
    use = core::GrantUse::kSwitchedOff;
  }
  const bool switched_off = use == core::GrantUse::kSwitchedOff;
  progress_.grant.SetUse(switched_off &&
                                 sabotage_ == Sabotage::kSwitchedOffForwards
                             ? core::GrantUse::kForwardNotIdempotent
                             : use);
  const int forwarded = progress_.grant.StartAttempt();
  if (switched_off) ledger_.OnSwitchedOff(forwarded);
  if (ForwardsForFree()) {
    progress_.grant.EndAttempt(forwarded, 0);
    return {forwarded, 0};
  }
  if (sabotage_ == Sabotage::kForwardsWholeGrantAgain && site_.callee_known &&
      use != core::GrantUse::kByOwner && !switched_off) {
    return {progress_.grant.granted(), forwarded};
  }
  return {forwarded, forwarded};
}

std::optional<int> SimulatedCall::UsedByCallee(
    const AttemptOutcome& outcome) const {
  if (sabotage_ == Sabotage::kRejectedIsUnused &&
      CertainlyNotProcessed(outcome)) {
    return 0;
  }
  const std::optional<int> used = core::GrantUsedByCallee(outcome);
  if (sabotage_ == Sabotage::kSilenceIsUnused ||
      (sabotage_ == Sabotage::kForwardsToStrangers && !site_.callee_known)) {
    return used.value_or(0);
  }
  return used;
}

bool SimulatedCall::OnEvent() {
  now_ = now_ + random_.Next() * kMaxEventTime;
  const auto which = static_cast<std::size_t>(
      random_.Below(static_cast<int>(in_flight_.size())));
  if (in_flight_[which].delivery.limit_fires) {
    OnAttemptTimeout(in_flight_[which]);
    return false;
  }
  std::swap(in_flight_[which], in_flight_.back());
  const InFlight attempt = std::move(in_flight_.back());
  in_flight_.pop_back();
  return OnEnd(attempt);
}

void SimulatedCall::OnAttemptTimeout(InFlight& attempt) {
  attempt.delivery.limit_fires = false;
  AttemptOutcome outcome;
  outcome.code = absl::StatusCode::kDeadlineExceeded;
  outcome.origin = AttemptOrigin::kAttemptTimeout;
  const int waiting_before = waiting_;
  Decide(outcome);
  // If another attempt replaces it, it is discarded or runs in parallel.
  if (waiting_ > waiting_before && random_.Chance(0.5)) {
    std::swap(attempt, in_flight_.back());
    in_flight_.pop_back();
  }
}

bool SimulatedCall::OnEnd(const InFlight& attempt) {
  const AttemptOutcome& outcome = attempt.delivery.outcome;
  if (outcome.never_sent) {
    core::BookUnsent(attempt.forwarded.charged, now_, progress_);
    --started_;
    charged_below_ -= attempt.forwarded.in_header;
    Decide(outcome);
    return false;
  }
  const std::optional<int> used = UsedByCallee(outcome);
  progress_.grant.EndAttempt(attempt.forwarded.charged, used);
  if (used.has_value()) {
    const int forwarded = attempt.forwarded.in_header;
    charged_below_ -= forwarded - std::min(forwarded, *used);
  }
  if (outcome.code == absl::StatusCode::kOk) return true;
  Decide(outcome);
  return false;
}

void SimulatedCall::MaybeHedge() {
  if (!site_.hedged || !random_.Chance(0.7)) return;
  const core::AttemptRequest request{site_.policy.retry.max_attempts,
                                     absl::ZeroDuration(),
                                     RetryCost::kTransient};
  if (!core::AdmitAttempt(site_.policy, request, world_.target(), now_,
                          progress_)
           .has_value()) {
    OnAdmitted();
  }
}

void SimulatedCall::Decide(const AttemptOutcome& outcome) {
  const Decision decision = decider_.Decide(outcome, now_, random_, progress_);
  if (decision.retry) {
    OnAdmitted();
  } else {
    objection_ = core::ObjectionOf(decision.reason, outcome);
  }
}

void SimulatedCall::OnAdmitted() {
  if (started_ + waiting_ < kMaxAttempts) ++waiting_;
  if (sabotage_ == Sabotage::kWaitsAreFree) progress_.grant.ReleaseAttempt();
}

void SimulatedCall::CheckAmplification() {
  if (sabotage_ != Sabotage::kNone) return;
  const int granted = progress_.grant.granted();
  ledger_.OnCall(std::max(started_ - 1, 0) + charged_below_, granted);
  ledger_.OnCall(progress_.grant.used(), granted);
}

}  // namespace baton::amplification
