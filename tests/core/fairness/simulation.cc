// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/fairness/simulation.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <deque>
#include <memory>

#include "baton/attempt_outcome.h"
#include "baton/core/decision/attempt_admission.h"
#include "baton/core/decision/call_progress.h"
#include "baton/core/decision/retry_decider.h"
#include "baton/core/limits/method_account.h"
#include "baton/core/limits/process_budget.h"
#include "baton/core/limits/retry_breakers.h"
#include "baton/policy/method_policy.h"
#include "baton/status_classifier.h"
#include "tests/core/late_attempts/draws.h"
#include "tests/core/scenarios/event_loop.h"

namespace baton::fairness {
namespace {

using late_attempts::Draws;

// The state of one method.
struct Method {
  explicit Method(const std::atomic<int>& methods) : account(methods) {}

  core::MethodBreaker breaker;
  core::MethodAccount account;
};

struct Call {
  Call(std::size_t call_method, bool is_hopeless, MonotonicTime now)
      : method(call_method),
        hopeless(is_hopeless),
        progress(now, Deadline(), core::CallGrant(2, Owner(), false)) {}

  const std::size_t method;
  const bool hopeless;  // all attempts fail
  core::CallProgress progress;
  CallResult result;
};

class Simulation {
 public:
  Simulation(const World& world, Limits limits, uint64_t seed)
      : world_(world), limits_(limits), traffic_(seed), noise_(~seed) {
    policy_.idempotency = Idempotency::kIdempotent;
    count_ = world.methods + world.failing_methods;
    double sum = 0;
    for (int i = 0; i < count_; ++i) methods_.emplace_back(count_);
    for (int i = 1; i <= world.methods; ++i) {
      cumulative_.push_back(sum += std::pow(i, -world.unevenness));
    }
  }

  Run Go() {
    NextCall();
    if (world_.failing_methods > 0) NextFailingCall();
    loop_.Run();
    return std::move(run_);
  }

 private:
  absl::Duration Elapsed() const { return loop_.Now().since_origin(); }

  absl::Duration Gap(double per_second) {
    return absl::Seconds(-std::log1p(-traffic_.Next()) / per_second);
  }

  void NextCall() {
    loop_.After(Gap(world_.calls_per_second), [this] {
      if (Elapsed() >= world_.length) return;
      const double drawn = traffic_.Next() * cumulative_.back();
      const auto found =
          std::upper_bound(cumulative_.begin(), cumulative_.end(), drawn);
      Start(static_cast<std::size_t>(found - cumulative_.begin()));
      NextCall();
    });
  }

  void NextFailingCall() {
    loop_.After(Gap(world_.failing_calls_per_second), [this] {
      if (Elapsed() >= world_.length) return;
      const double drawn = traffic_.Next() * world_.failing_methods;
      Start(static_cast<std::size_t>(world_.methods + static_cast<int>(drawn)));
      NextFailingCall();
    });
  }

  bool IsHealthy(const Call& call) const {
    return call.method < static_cast<std::size_t>(world_.methods);
  }

  void Start(std::size_t method) {
    const bool may_be_hopeless =
        method >= static_cast<std::size_t>(world_.methods) &&
        world_.whole_calls_fail;
    const bool hopeless = may_be_hopeless && noise_.Next() < world_.fail_ratio;
    const auto call = std::make_shared<Call>(method, hopeless, loop_.Now());
    call->result.started = Elapsed();
    call->result.is_healthy_method = IsHealthy(*call);
    Attempt(call);
  }

  double FailRatio(const Call& call) const {
    if (!IsHealthy(call)) {
      if (world_.whole_calls_fail) return call.hopeless ? 1 : 0;
      return world_.fail_ratio;
    }
    if (Elapsed() < world_.outage_from) return world_.ratio_before;
    return Elapsed() < world_.outage_to ? world_.ratio_during
                                        : world_.ratio_after;
  }

  void Attempt(const std::shared_ptr<Call>& call) {
    run_.sent.push_back(Elapsed());
    const int forwarded = call->progress.grant.StartAttempt();
    const bool ok = noise_.Next() >= FailRatio(*call);
    const MonotonicTime started = loop_.Now();
    loop_.After(ok ? world_.success_takes : world_.failure_takes,
                [this, call, forwarded, ok, started] {
                  call->progress.grant.EndAttempt(forwarded, std::nullopt);
                  OnEnd(call, ok, started);
                });
  }

  void OnEnd(const std::shared_ptr<Call>& call, bool ok,
             MonotonicTime started) {
    Method& method = methods_[call->method];
    const core::RetryBreakers breakers(method.breaker, target_);
    core::MethodAccount* const account = AccountOf(method);
    if (ok) {
      breakers.OnSuccess(started, loop_.Now());
      call->result.succeeded = true;
      if (call->progress.grant.attempts() == 1) {
        budget_.OnFirstAttemptSuccess(account);
      } else {
        budget_.OnCallSaved(call->progress.spending, account);
      }
      return run_.calls.push_back(call->result);
    }
    breakers.OnFailure({started, loop_.Now()});
    AttemptOutcome outcome;
    outcome.code = absl::StatusCode::kUnavailable;
    const core::TargetLimits of_target = {
        budget_,
        limits_ == Limits::kWithoutBreakers ? core::RetryBreakers() : breakers,
        account};
    const Decision decision =
        core::RetryDecider(policy_, classifier_, of_target)
            .Decide(outcome, loop_.Now(), noise_, call->progress);
    if (decision.retry) {
      call->result.wanted_retry = true;
      loop_.After(decision.delay, [this, call] { Attempt(call); });
      return;
    }
    if (decision.reason != StopReason::kGrantExhausted) {
      call->result.wanted_retry = call->result.was_refused = true;
    }
    run_.calls.push_back(call->result);
  }

  core::MethodAccount* AccountOf(Method& method) const {
    return limits_ == Limits::kWithoutAccounts ? nullptr : &method.account;
  }

  const World world_;
  const Limits limits_;
  Draws traffic_;
  Draws noise_;
  scenarios::EventLoop loop_;
  MethodPolicy policy_;
  const StatusClassifier classifier_{policy_.retry.classifier};
  core::ProcessBudget budget_{ProcessBudgetOptions(), MonotonicTime()};
  core::RetryBreaker target_{core::RetryBreaker::kOfTarget};
  std::atomic<int> count_{0};
  std::deque<Method> methods_;
  std::vector<double> cumulative_;
  Run run_;
};

bool IsIn(absl::Duration time, Interval interval) {
  return time >= interval.from && time < interval.to;
}

double Ratio(int64_t part, int64_t all) {
  return all == 0 ? 1 : static_cast<double>(part) / static_cast<double>(all);
}

}  // namespace

int64_t Run::Calls(Interval interval) const {
  return std::count_if(calls.begin(), calls.end(), [&](const CallResult& call) {
    return IsIn(call.started, interval);
  });
}

double Run::ExtraAttempts(Interval interval) const {
  const auto attempts =
      std::count_if(sent.begin(), sent.end(),
                    [&](absl::Duration time) { return IsIn(time, interval); });
  return static_cast<double>(attempts - Calls(interval));
}

double Run::Load(Interval interval) const {
  const auto made = static_cast<double>(Calls(interval));
  return made == 0 ? 1 : 1 + ExtraAttempts(interval) / made;
}

double Run::Success(Interval interval) const {
  const int64_t good =
      std::count_if(calls.begin(), calls.end(), [&](const CallResult& call) {
        return IsIn(call.started, interval) && call.succeeded;
      });
  return Ratio(good, Calls(interval));
}

double Run::Granted() const {
  int64_t wanted = 0;
  int64_t granted = 0;
  for (const CallResult& call : calls) {
    if (!call.is_healthy_method || !call.wanted_retry) continue;
    ++wanted;
    if (!call.was_refused) ++granted;
  }
  return Ratio(granted, wanted);
}

Run Simulate(const World& world, Limits limits, uint64_t seed) {
  return Simulation(world, limits, seed).Go();
}

}  // namespace baton::fairness
