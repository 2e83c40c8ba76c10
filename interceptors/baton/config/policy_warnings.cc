// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/config/policy_warnings.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"

namespace baton::config {
namespace {

constexpr absl::string_view kAttempts = "retry.max_attempts";
constexpr absl::string_view kThrottledAttempts = "retry.throttled.max_attempts";
constexpr absl::string_view kContentionAttempts =
    "retry.contention.max_attempts";
constexpr absl::string_view kGrant = "retry.edge_grant";
constexpr absl::string_view kAttemptTimeout = "deadline.attempt_timeout";
constexpr absl::string_view kConnectTimeout = "deadline.connect_timeout";
constexpr absl::string_view kMissing = "deadline.missing";
constexpr absl::string_view kFirstAnswer = "stream.first_answer_timeout";
constexpr absl::string_view kDefaultTimeout = "deadline.default_timeout";
constexpr absl::string_view kMaxTimeout = "deadline.max_timeout";
constexpr absl::string_view kHedgeAttempts = "hedge.max_attempts";
constexpr absl::string_view kFromAttempt = "fallback.from_attempt";

std::string TooFewGranted(int attempts, int grant) {
  return absl::StrCat("is ", attempts, ", but edge_grant ", grant,
                      " lets a call of an edge make only ", grant + 1,
                      grant == 0 ? " attempt" : " attempts",
                      "; set edge_grant to ", attempts - 1);
}

// Adds a warning if the attempts after failures of a class have no effect.
void WarnAboutClass(absl::string_view field, const ClassRetryOptions& options,
                    const RetryOptions& retry,
                    std::vector<PolicyWarning>& warnings) {
  if (!options.max_attempts.has_value()) return;
  if (*options.max_attempts > 1 && retry.max_attempts <= 1) {
    warnings.push_back({field, kAttempts,
                        absl::StrCat("has no effect: max_attempts ",
                                     retry.max_attempts, " disables retries")});
  } else if (*options.max_attempts > retry.edge_grant + 1) {
    warnings.push_back(
        {field, kGrant,
         TooFewGranted(*options.max_attempts, retry.edge_grant)});
  }
}

}  // namespace

std::vector<PolicyWarning> WarningsAbout(const MethodPolicy& policy) {
  std::vector<PolicyWarning> warnings;
  const RetryOptions& retry = policy.retry;
  const DeadlineOptions& deadline = policy.deadline;
  if (retry.max_attempts > retry.edge_grant + 1) {
    warnings.push_back({kAttempts, kGrant,
                        TooFewGranted(retry.max_attempts, retry.edge_grant)});
  }
  WarnAboutClass(kThrottledAttempts, retry.throttled, retry, warnings);
  WarnAboutClass(kContentionAttempts, retry.contention, retry, warnings);
  if (policy.hedge.max_attempts > retry.edge_grant + 1) {
    warnings.push_back(
        {kHedgeAttempts, kGrant,
         TooFewGranted(policy.hedge.max_attempts, retry.edge_grant)});
  }
  if (deadline.attempt_timeout >= deadline.max_timeout &&
      deadline.attempt_timeout != absl::InfiniteDuration()) {
    warnings.push_back(
        {kAttemptTimeout, kMaxTimeout,
         absl::StrCat("has no effect: the deadline of a call is at most ",
                      absl::FormatDuration(deadline.max_timeout))});
  }
  if (deadline.connect_timeout >= deadline.max_timeout &&
      deadline.connect_timeout != absl::InfiniteDuration()) {
    warnings.push_back(
        {kConnectTimeout, kMaxTimeout,
         absl::StrCat("has no effect: the deadline of a call is at most ",
                      absl::FormatDuration(deadline.max_timeout))});
  }
  if (policy.stream.first_answer_timeout != absl::InfiniteDuration() &&
      deadline.missing != MissingDeadline::kDefault) {
    warnings.push_back(
        {kFirstAnswer, kMissing,
         absl::StrCat("has no effect: streams without a deadline are ",
                      deadline.missing == MissingDeadline::kReject
                          ? "rejected"
                          : "allowed to wait")});
  }
  if (deadline.default_timeout > deadline.max_timeout &&
      deadline.missing == MissingDeadline::kDefault) {
    warnings.push_back(
        {kDefaultTimeout, kMaxTimeout,
         absl::StrCat("is cut to max_timeout, which is ",
                      absl::FormatDuration(deadline.max_timeout))});
  }
  const int attempts = std::max(retry.max_attempts, policy.hedge.max_attempts);
  if (policy.fallback.from_attempt.value_or(0) > attempts) {
    warnings.push_back(
        {kFromAttempt, kAttempts,
         absl::StrCat("has no effect: a call makes at most ", attempts,
                      attempts == 1 ? " attempt" : " attempts")});
  }
  return warnings;
}

}  // namespace baton::config
