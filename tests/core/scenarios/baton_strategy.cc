// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/scenarios/baton_strategy.h"

#include <optional>
#include <utility>

#include "baton/core/decision/attempt_admission.h"
#include "baton/core/decision/call_progress.h"
#include "baton/core/decision/final_result.h"
#include "baton/core/decision/inbound_grant_resolver.h"
#include "baton/core/decision/retry_decider.h"
#include "baton/core/limits/process_budget.h"
#include "baton/core/limits/retry_breakers.h"
#include "baton/core/limits/retry_ratio_limiter.h"
#include "baton/core/policy/deadline_policy.h"
#include "baton/core/wire/retry_budget_codec.h"
#include "baton/inbound_grant.h"
#include "baton/retry_budget_header.h"
#include "baton/status_classifier.h"

namespace baton::scenarios {
namespace {

// State that the calls and requests of one layer share.
struct Shared {
  Shared(const Policy& layer_policy, core::UniformSource& jitter_source,
         MonotonicTime now)
      : policy(layer_policy),
        jitter(jitter_source),
        classifier(policy.everything().retry.classifier),
        budget(policy.process_budget, now),
        decider(policy.everything(), classifier,
                {budget, breakers(), &account}) {}

  core::RetryBreakers breakers() { return {method, breaker}; }

  const Policy& policy;
  core::UniformSource& jitter;
  StatusClassifier classifier;
  core::ProcessBudget budget;
  core::MethodBreaker method;
  core::RetryBreaker breaker{core::RetryBreaker::kOfTarget};
  std::atomic<int> methods{1};
  core::MethodAccount account{methods};
  const RetryRatioLimitOptions retry_ratio_options;
  core::RetryRatioLimiter retry_ratio_limit;  // of its server
  core::RetryDecider decider;
};

class BatonCall final : public CallStrategy {
 public:
  BatonCall(Shared& shared, const InboundGrant& inbound, int grant,
            Deadline deadline, MonotonicTime now)
      : shared_(shared),
        is_retry_(inbound.is_retry),
        hop_(inbound.hop + 1),
        progress_(now, deadline,
                  core::CallGrant(grant, shared.policy.everything().retry.owner,
                                  /*callee_participates=*/true)) {}

  std::string StartAttempt(MonotonicTime now) override {
    started_at_ = now;
    RetryBudgetHeader header;
    header.attempts_made = progress_.grant.attempts();
    forwarded_ = progress_.grant.StartAttempt();
    header.grant = forwarded_;
    header.hop = hop_;
    char buffer[core::kRetryBudgetBytes];
    return std::string(core::EncodeRetryBudget(header, buffer));
  }

  absl::Duration AttemptTimeout(absl::Duration /*remaining*/) override {
    return shared_.policy.everything().deadline.attempt_timeout;
  }

  std::optional<absl::Duration> Next(const AttemptOutcome& outcome,
                                     MonotonicTime now) override {
    const bool late = outcome.origin == AttemptOrigin::kAttemptTimeout;
    if (!late) OnEnded(outcome, now);
    Decision decision =
        shared_.decider.Decide(outcome, now, shared_.jitter, progress_);
    if (!decision.retry) {
      reason_ = decision.reason;
      return std::nullopt;
    }
    if (late) OnEnded(outcome, now);
    cost_ = decision.cost;
    return decision.delay;
  }

  void CancelNext() override {
    shared_.budget.ReturnUnsent(cost_, progress_.spending);
    progress_.grant.ReleaseAttempt();
  }

  std::optional<RetryAdvice> Finish(const AttemptOutcome& outcome,
                                    MonotonicTime now) override {
    if (outcome.code == absl::StatusCode::kOk) {
      if (progress_.grant.attempts() == 1) {
        shared_.budget.OnFirstAttemptSuccess(&shared_.account);
      } else {
        shared_.budget.OnCallSaved(progress_.spending, &shared_.account);
      }
    }
    RetryAdvice advice;
    advice.used = progress_.grant.used();
    const bool owner_gave_up = reason_ == StopReason::kGrantExhausted ||
                               reason_ == StopReason::kProcessBudgetExhausted;
    const bool failed = outcome.code != absl::StatusCode::kOk;
    if (outcome.origin == AttemptOrigin::kCallDeadline) {
      shared_.breakers().OnFailure({started_at_, now});
    }
    if (is_retry_) {
      shared_.retry_ratio_limit.OnRetryResponse(shared_.retry_ratio_options,
                                                !failed, now);
    }
    if (failed && owner_gave_up) {
      advice.verdict = RetryAdvice::Verdict::kNo;
      advice.reason = RetryAdvice::Reason::kExhausted;
    } else if (failed && shared_.retry_ratio_limit.TooManyRetries(
                             shared_.retry_ratio_options, now)) {
      advice.verdict = RetryAdvice::Verdict::kNo;
      advice.reason = RetryAdvice::Reason::kOverload;
    }
    return advice;
  }

 private:
  void OnEnded(const AttemptOutcome& outcome, MonotonicTime now) {
    progress_.grant.EndAttempt(
        forwarded_, outcome.advice ? outcome.advice->used : std::nullopt);
    const OutcomeClass outcome_class = shared_.classifier.Classify(outcome);
    if (core::ShowsHealth(outcome, outcome_class)) {
      shared_.breakers().OnSuccess(started_at_, now);
    } else if (core::IsFailureForBreakers(outcome, outcome_class)) {
      shared_.breakers().OnFailure({started_at_, now});
    }
  }

  Shared& shared_;
  const bool is_retry_;  // the request that this call belongs to
  const int hop_;
  core::CallProgress progress_;
  int forwarded_ = 0;
  MonotonicTime started_at_;  // of the current attempt
  RetryCost cost_ = RetryCost::kTransient;
  StopReason reason_ = StopReason::kSucceeded;
};

class Baton final : public RetryStrategy {
 public:
  Baton(const Policy& policy, core::UniformSource& random, MonotonicTime now)
      : shared_(policy, random, now) {}

  std::unique_ptr<CallStrategy> NewCall(const std::string& retry_budget,
                                        Deadline deadline,
                                        MonotonicTime now) override {
    const absl::string_view value = retry_budget;
    core::InboundEvidence evidence;
    if (!value.empty()) evidence.header_values = absl::MakeSpan(&value, 1);
    const InboundGrant inbound =
        core::ResolveInboundGrant(InboundGrantOptions(), evidence);
    const int grant =
        inbound.grant.value_or(shared_.policy.everything().retry.edge_grant);
    shared_.retry_ratio_limit.OnRequest(shared_.retry_ratio_options,
                                        inbound.is_retry, now);
    return std::make_unique<BatonCall>(shared_, inbound, grant, deadline, now);
  }

 private:
  Shared shared_;
};

}  // namespace

std::unique_ptr<RetryStrategy> BatonRetries(const Policy& policy,
                                            core::UniformSource& random,
                                            MonotonicTime now) {
  return std::make_unique<Baton>(policy, random, now);
}

}  // namespace baton::scenarios
