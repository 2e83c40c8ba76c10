// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_BATON_POLICY_ADVISE_SUGGESTIONS_H_
#define BATON_TOOLS_BATON_POLICY_ADVISE_SUGGESTIONS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "baton/policy/method_policy.h"
#include "tools/baton_policy/advise/latencies.h"

namespace baton::tools {

// The wishes of the user for all suggestions.
struct AdviceOptions {
  // The accepted ratio of attempts that would still have got an answer when
  // their limit ends them. Above 0, below 0.5.
  double false_timeouts = 0.001;
  // The time that a slow network adds to the recorded latencies.
  absl::Duration network_allowance = absl::ZeroDuration();
};

// A time, rounded up, and the reason for it.
struct SuggestedTime {
  absl::Duration time;
  std::string reason;
};

// The suggestions for one method.
struct Suggestion {
  absl::Duration p50;
  // The percentile of the accepted false timeouts.
  absl::Duration percentile;
  // The limit of one attempt, the deadline of a call, and the delay of a hedge.
  SuggestedTime limit;
  SuggestedTime deadline;
  SuggestedTime hedge_delay;
};

// The attempts of a method that a suggestion needs. With fewer, fewer than ten
// of them took longer than the limit, and the limit would be a matter of luck.
double NeededAttempts(const AdviceOptions& options);

// Returns suggestions for a method with this policy. Returns
// FAILED_PRECONDITION with the reason if the latencies do not allow any.
absl::StatusOr<Suggestion> Suggest(const Latencies& latencies,
                                   const MethodPolicy& policy,
                                   const AdviceOptions& options);

// Returns for example "p99.9" for 0.999.
std::string PercentileName(double ratio);

// Returns a time for people and policies, such as "1.25s" or "80ms".
std::string TimeText(absl::Duration time);

}  // namespace baton::tools

#endif  // BATON_TOOLS_BATON_POLICY_ADVISE_SUGGESTIONS_H_
