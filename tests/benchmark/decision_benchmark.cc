// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "absl/time/time.h"
#include "baton/attempt_outcome.h"
#include "baton/core/decision/call_grant.h"
#include "baton/core/decision/call_progress.h"
#include "baton/core/decision/retry_decider.h"
#include "baton/deadline.h"
#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/policy/method_policy.h"
#include "baton/policy/owner.h"
#include "baton/status_classifier.h"
#include "benchmark/benchmark.h"
#include "tests/support/fake_uniform.h"
#include "tests/support/outcomes.h"
#include "tests/support/policies.h"
#include "tests/support/target.h"

namespace baton::core {
namespace {

const MonotonicTime kNow = MonotonicTime::FromOrigin(absl::Hours(5));

CallProgress FirstAttemptEnded() {
  CallProgress progress(kNow, Deadline::After(kNow, absl::Seconds(1)),
                        CallGrant(2, Owner(), true));
  progress.grant.StartAttempt();
  return progress;
}

// The cost of a successful call whose policy has retries.
void BM_DecideToStopOnSuccess(benchmark::State& state) {
  const MethodPolicy policy = support::MethodPolicyBuilder().Idempotent();
  const StatusClassifier classifier(policy.retry.classifier);
  support::Target target(kNow);
  const RetryDecider decider(policy, classifier, target.limits());
  support::FakeUniform uniform({0.3});
  const AttemptOutcome outcome = support::Ok();
  CallProgress progress = FirstAttemptEnded();
  for (auto _ : state) {
    benchmark::DoNotOptimize(decider.Decide(outcome, kNow, uniform, progress));
  }
}
BENCHMARK(BM_DecideToStopOnSuccess);

// Checks every rule, draws a wait and charges the retry. Then refunds it, so
// that each round finds the same state.
void BM_DecideToRetry(benchmark::State& state, const AttemptOutcome& outcome) {
  const MethodPolicy policy = support::MethodPolicyBuilder().Idempotent();
  const StatusClassifier classifier(policy.retry.classifier);
  support::Target target(kNow);
  const RetryDecider decider(policy, classifier, target.limits());
  support::FakeUniform uniform({0.3});
  for (auto _ : state) {
    CallProgress progress = FirstAttemptEnded();
    const Decision decision = decider.Decide(outcome, kNow, uniform, progress);
    benchmark::DoNotOptimize(decision);
    target.budget.ReturnUnsent(decision.cost, progress.spending);
  }
}
BENCHMARK_CAPTURE(BM_DecideToRetry, backoff, support::Unavailable());
BENCHMARK_CAPTURE(BM_DecideToRetry, pushback,
                  support::Unavailable().WithPushback(absl::Milliseconds(100)));

void BM_Classify(benchmark::State& state, const AttemptOutcome& outcome) {
  const ClassifierOptions options;
  const StatusClassifier classifier(options);
  for (auto _ : state) {
    benchmark::DoNotOptimize(classifier.Classify(outcome));
  }
}
BENCHMARK_CAPTURE(BM_Classify, success, support::Ok());
BENCHMARK_CAPTURE(BM_Classify, transient, support::Unavailable());

}  // namespace
}  // namespace baton::core
