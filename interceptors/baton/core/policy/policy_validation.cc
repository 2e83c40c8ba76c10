// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy/policy_validation.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "absl/time/time.h"
#include "baton/core/policy/classifier_validation.h"
#include "baton/core/policy/field_checks.h"
#include "baton/core/policy/replay_validation.h"
#include "baton/core/policy/request_limit_validation.h"
#include "baton/core/policy/retry_validation.h"
#include "baton/policy/defaults.h"
#include "baton/retry_budget_header.h"

namespace baton::core {
namespace {

using Field = ValidationErrors::Field;

constexpr double kMaxTokens = 1e6;

void ValidateDeadline(const DeadlineOptions& options,
                      ValidationErrors& errors) {
  const Field deadline(errors, "deadline");
  CheckDuration(errors, "default_timeout", options.default_timeout,
                Zero::kNotAllowed, Infinite::kNotAllowed);
  CheckDuration(errors, "max_timeout", options.max_timeout, Zero::kNotAllowed,
                Infinite::kAllowed);
  CheckDuration(errors, "attempt_timeout", options.attempt_timeout,
                Zero::kNotAllowed, Infinite::kAllowed);
  CheckDuration(errors, "connect_timeout", options.connect_timeout,
                Zero::kNotAllowed, Infinite::kAllowed);
  CheckDuration(errors, "hop_reserve", options.hop_reserve, Zero::kAllowed,
                Infinite::kNotAllowed);
  CheckNumber(errors, "hop_reserve_ratio", options.hop_reserve_ratio, 0, 0.5);
  CheckDuration(errors, "min_attempt_time", options.min_attempt_time,
                Zero::kAllowed, Infinite::kNotAllowed);
}

void ValidateHedge(const HedgeOptions& options, Idempotency idempotency,
                   ValidationErrors& errors) {
  const Field hedge(errors, "hedge");
  CheckInt(errors, "max_attempts", options.max_attempts, 1,
           defaults::kHedgeAttemptsLimit);
  if (options.max_attempts > 1 && !IsIdempotent(idempotency)) {
    AddRangeError(
        errors, "max_attempts",
        absl::StrCat("1 (no hedging) unless idempotency is idempotent or "
                     "no_side_effects (it is ",
                     ToString(idempotency), ")"),
        absl::StrCat(options.max_attempts));
  }
  if (options.delay.has_value()) {
    CheckDuration(errors, "delay", *options.delay, Zero::kAllowed,
                  Infinite::kNotAllowed);
  }
  CheckPercentile(errors, "percentile", options.percentile);
  if (!(options.max_extra_load_ratio > 0 &&
        options.max_extra_load_ratio <= 1)) {
    AddRangeError(errors, "max_extra_load_ratio", "above 0 and at most 1",
                  absl::StrCat(options.max_extra_load_ratio));
  }
  CheckCodes(errors, "non_fatal_codes", options.non_fatal_codes);
}

void ValidateStream(const StreamOptions& options, ValidationErrors& errors) {
  const Field stream(errors, "stream");
  CheckInt(errors, "max_replay_bytes", options.max_replay_bytes, 0,
           kMaxReplayBytes);
  CheckDuration(errors, "idle_timeout", options.idle_timeout, Zero::kNotAllowed,
                Infinite::kAllowed);
  CheckDuration(errors, "first_answer_timeout", options.first_answer_timeout,
                Zero::kNotAllowed, Infinite::kAllowed);
}

void ValidateFallback(const FallbackOptions& options,
                      ValidationErrors& errors) {
  const Field fallback(errors, "fallback");
  if (options.from_attempt.has_value()) {
    CheckInt(errors, "from_attempt", *options.from_attempt, 2,
             defaults::kMaxAttemptsLimit);
  }
}

// A retry that costs more than the capacity would never be sent.
void CheckCost(ValidationErrors& errors, absl::string_view field, double value,
               const ProcessBudgetOptions& budget) {
  const bool capacity_is_valid =
      budget.capacity >= 1 && budget.capacity <= kMaxTokens;
  if (!capacity_is_valid ||
      (value >= 0 && value <= kMaxTokens && value <= budget.capacity)) {
    CheckNumber(errors, field, value, 0, kMaxTokens);
    return;
  }
  AddRangeError(errors, field,
                absl::StrCat("0 to capacity, which is ", budget.capacity),
                absl::StrCat(value));
}

// Returns the path of an entry that was set by name, as in a file.
std::string EntryPath(absl::string_view name) {
  return name.empty() ? "everything" : absl::StrCat("methods[\"", name, "\"]");
}

// Checks the form of a name: "", "service" or "/service/method".
void ValidateName(absl::string_view name, ValidationErrors& errors) {
  if (name.empty()) return;
  const bool of_method = name[0] == '/';
  const std::vector<absl::string_view> parts =
      absl::StrSplit(of_method ? name.substr(1) : name, '/');
  const bool has_empty_part =
      std::any_of(parts.begin(), parts.end(),
                  [](absl::string_view part) { return part.empty(); });
  if (has_empty_part || parts.size() != (of_method ? 2 : 1)) {
    errors.Add("name",
               "must be a full service name such as \"shop.v1.Inventory\", "
               "and for a method also its name, without slashes");
  }
}

}  // namespace

void ValidateMethodPolicy(const MethodPolicy& policy,
                          ValidationErrors& errors) {
  ValidateDeadline(policy.deadline, errors);
  ValidateRetry(policy.retry, errors);
  ValidateHedge(policy.hedge, policy.idempotency, errors);
  ValidateStream(policy.stream, errors);
  ValidateFallback(policy.fallback, errors);
}

void ValidateProcessBudget(const ProcessBudgetOptions& options,
                           ValidationErrors& errors) {
  const Field budget(errors, "process_budget");
  CheckNumber(errors, "capacity", options.capacity, 1, kMaxTokens);
  CheckNumber(errors, "deposit", options.deposit, 0, kMaxTokens);
  CheckNumber(errors, "refill_limit", options.refill_limit, 0, kMaxTokens);
  CheckNumber(errors, "refill_per_second", options.refill_per_second, 0,
              kMaxTokens);
  CheckCost(errors, "transient_cost", options.transient_cost, options);
  CheckCost(errors, "timeout_cost", options.timeout_cost, options);
  CheckCost(errors, "throttled_cost", options.throttled_cost, options);
  CheckNumber(errors, "max_ratio_per_call", options.max_ratio_per_call, 0, 1);
}

void ValidateInboundGrant(const InboundGrantOptions& options,
                          ValidationErrors& errors) {
  const Field inbound_grant(errors, "inbound_grant");
  CheckInt(errors, "max_grant", options.max_grant, 0, kMaxGrant);
  if (options.when_absent.has_value()) {
    const int max = std::clamp(options.max_grant, 0, kMaxGrant);
    if (*options.when_absent < 0 || *options.when_absent > max) {
      AddRangeError(
          errors, "when_absent",
          absl::StrCat("0 to max_grant, which is ", options.max_grant),
          absl::StrCat(*options.when_absent));
    }
  }
  if (!options.trusted_identities.empty() &&
      options.trust == InboundGrantOptions::Trust::kStrip) {
    AddRangeError(errors, "trusted_identities",
                  "empty if trust is strip (no caller is trusted)",
                  absl::StrCat(options.trusted_identities.size(), " entries"));
  }
  for (std::size_t i = 0; i < options.trusted_identities.size(); ++i) {
    absl::string_view name = options.trusted_identities[i];
    const bool has_type = absl::ConsumePrefix(&name, "uri:") ||
                          absl::ConsumePrefix(&name, "dns:");
    if (!has_type || name.empty()) {
      AddRangeError(
          errors, absl::StrCat("trusted_identities[", i, "]"),
          "uri:NAME or dns:NAME, such as uri:spiffe://prod/gateway "
          "or dns:edge.prod",
          absl::StrCat("\"", absl::CHexEscape(options.trusted_identities[i]),
                       "\""));
    }
  }
}

void ValidateProcessReplay(const ProcessReplayOptions& options,
                           ValidationErrors& errors) {
  const Field replay(errors, "process_replay");
  CheckInt(errors, "max_bytes", options.max_bytes, 0, kMaxReplayBytes);
}

void ValidateServerSections(const Policy& policy, ValidationErrors& errors) {
  if (policy.request_replay.has_value()) {
    ValidateReplay("request_replay", *policy.request_replay, errors);
  }
  if (policy.retry_ratio_limit.has_value()) {
    ValidateRetryRatioLimit(*policy.retry_ratio_limit, errors);
  }
  if (policy.expired_requests.has_value()) {
    ValidateExpiredRequests(*policy.expired_requests, errors);
  }
}

absl::Status ValidatePolicy(const Policy& policy) {
  // Sorted by name, so that the same policy always gives the same text.
  std::map<absl::string_view, const MethodPolicy*> entries;
  policy.ForEach([&entries](absl::string_view name, const MethodPolicy& entry) {
    entries[name] = &entry;
  });

  ValidationErrors errors;
  for (const auto& [name, policy_of_name] : entries) {
    const Field entry(errors, EntryPath(name));
    ValidateName(name, errors);
    ValidateMethodPolicy(*policy_of_name, errors);
  }
  ValidateProcessBudget(policy.process_budget, errors);
  if (policy.inbound_grant.has_value()) {
    ValidateInboundGrant(*policy.inbound_grant, errors);
  }
  ValidateProcessReplay(policy.process_replay, errors);
  ValidateServerSections(policy, errors);
  return errors.ToStatus("policy");
}

}  // namespace baton::core
