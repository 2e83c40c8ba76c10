// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy/retry_validation.h"

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/core/policy/classifier_validation.h"
#include "baton/core/policy/field_checks.h"
#include "baton/policy/defaults.h"

namespace baton::core {
namespace {

using Field = ValidationErrors::Field;

constexpr int kMaxKeptGrant = 8;

void ValidateOwner(const Owner& options, ValidationErrors& errors) {
  const Field owner(errors, "owner");
  if (options.mode == OwnerMode::kSplit) {
    CheckInt(errors, "kept_grant", options.kept_grant, 1, kMaxKeptGrant);
  } else if (options.kept_grant != 0) {
    AddRangeError(errors, "kept_grant",
                  absl::StrCat("0 unless mode is split (it is ",
                               ToString(options.mode), ")"),
                  absl::StrCat(options.kept_grant));
  }
}

void ValidateBackoff(absl::string_view name, const BackoffOptions& options,
                     Zero zero_initial, ValidationErrors& errors) {
  const Field backoff(errors, name);
  CheckDuration(errors, "initial", options.initial, zero_initial,
                Infinite::kNotAllowed);
  CheckDuration(errors, "max", options.max, Zero::kNotAllowed,
                Infinite::kNotAllowed);
  if (options.initial > absl::ZeroDuration() &&
      options.max > absl::ZeroDuration() && options.max < options.initial) {
    AddRangeError(errors, "max",
                  absl::StrCat("at least initial, which is ",
                               absl::FormatDuration(options.initial)),
                  absl::FormatDuration(options.max));
  }
  CheckNumber(errors, "multiplier", options.multiplier, 1, 10);
}

// Checks a number of attempts. Many attempts need a grant for all of them, so
// that the policy itself shows how much load one request may cause.
void CheckAttempts(ValidationErrors& errors, int attempts, int edge_grant) {
  if (attempts > defaults::kMaxAttemptsForAnyGrant &&
      attempts <= defaults::kMaxAttemptsLimit && attempts - 1 > edge_grant) {
    AddRangeError(
        errors, "max_attempts",
        absl::StrCat("1 to ", defaults::kMaxAttemptsForAnyGrant,
                     " unless edge_grant is at least max_attempts - 1 (it is ",
                     edge_grant, ")"),
        absl::StrCat(attempts));
    return;
  }
  CheckInt(errors, "max_attempts", attempts, 1, defaults::kMaxAttemptsLimit);
}

// After throttling and contention, the server needs a wait.
void ValidateClassRetry(absl::string_view name,
                        const ClassRetryOptions& options, int edge_grant,
                        ValidationErrors& errors) {
  const Field one(errors, name);
  ValidateBackoff("backoff", options.backoff, Zero::kNotAllowed, errors);
  if (options.max_attempts.has_value()) {
    CheckAttempts(errors, *options.max_attempts, edge_grant);
  }
  CheckDuration(errors, "max_time", options.max_time, Zero::kNotAllowed,
                Infinite::kAllowed);
}

}  // namespace

void ValidateRetry(const RetryOptions& options, ValidationErrors& errors) {
  const Field retry(errors, "retry");
  CheckAttempts(errors, options.max_attempts, options.edge_grant);
  CheckInt(errors, "edge_grant", options.edge_grant, 0,
           defaults::kEdgeGrantLimit);
  if (options.unlinked_grant.has_value()) {
    CheckInt(errors, "unlinked_grant", *options.unlinked_grant, 0,
             defaults::kEdgeGrantLimit);
  }
  ValidateOwner(options.owner, errors);
  ValidateClassifier(options.classifier, errors);
  ValidateBackoff("backoff", options.backoff, Zero::kAllowed, errors);
  ValidateClassRetry("throttled", options.throttled, options.edge_grant,
                     errors);
  ValidateClassRetry("contention", options.contention, options.edge_grant,
                     errors);
  CheckNumber(errors, "pushback_jitter_ratio", options.pushback_jitter_ratio, 0,
              1);
  CheckDuration(errors, "max_pushback", options.max_pushback, Zero::kNotAllowed,
                Infinite::kNotAllowed);
  CheckDuration(errors, "max_connection_wait", options.max_connection_wait,
                Zero::kAllowed, Infinite::kNotAllowed);
  CheckDuration(errors, "max_retry_time", options.max_retry_time,
                Zero::kNotAllowed, Infinite::kNotAllowed);
  CheckInt(errors, "max_replay_bytes", options.max_replay_bytes, 0,
           kMaxReplayBytes);
}

}  // namespace baton::core
