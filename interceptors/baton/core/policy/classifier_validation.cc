// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy/classifier_validation.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "baton/core/policy/field_checks.h"
#include "baton/policy/defaults.h"

namespace baton::core {
namespace {

using Field = ValidationErrors::Field;

constexpr std::size_t kMaxRules = 32;
constexpr std::size_t kMaxTextBytes = 256;

void CheckLength(ValidationErrors& errors, absl::string_view field,
                 const std::string& text) {
  if (text.size() <= kMaxTextBytes) return;
  AddRangeError(errors, field,
                absl::StrCat("at most ", kMaxTextBytes, " bytes"),
                absl::StrCat(text.size()));
}

// Checks a text that must not be empty. Returns whether it is set at all.
bool CheckText(ValidationErrors& errors, absl::string_view field,
               const std::optional<std::string>& text) {
  if (!text.has_value()) return false;
  if (text->empty()) errors.Add(field, "must not be empty");
  CheckLength(errors, field, *text);
  return true;
}

// Checks the key of a trailer. Returns whether it is set at all.
bool CheckTrailer(ValidationErrors& errors, absl::string_view field,
                  const std::optional<std::string>& trailer) {
  if (!CheckText(errors, field, trailer)) return false;
  const std::string& key = *trailer;
  const bool is_key = std::all_of(key.begin(), key.end(), [](char c) {
    return absl::ascii_islower(c) || absl::ascii_isdigit(c) || c == '-' ||
           c == '_' || c == '.';
  });
  if (!is_key) {
    AddRangeError(errors, field, "lower-case letters, digits, '-', '_' and '.'",
                  absl::StrCat("\"", absl::CHexEscape(key), "\""));
  } else if (absl::StartsWith(key, "grpc-")) {
    AddRangeError(errors, field,
                  "a key that does not begin with grpc- (gRPC reserves these)",
                  key);
  }
  return true;
}

void ValidateRule(const FailureRule& rule, ValidationErrors& errors) {
  const bool has_reason = CheckText(errors, "reason", rule.reason);
  const bool has_domain = CheckText(errors, "domain", rule.domain);
  const bool has_message =
      CheckText(errors, "message_contains", rule.message_contains);
  const bool has_trailer = CheckTrailer(errors, "trailer", rule.trailer);
  if (rule.trailer_value.has_value()) {
    CheckLength(errors, "trailer_value", *rule.trailer_value);
    if (!has_trailer) {
      errors.Add("trailer_value", "must not be set without trailer");
    }
  } else if (!has_reason && !has_domain && !has_trailer && !has_message) {
    errors.Add("", "must set reason, domain, trailer or message_contains");
  }
  if (rule.outcome_class != OutcomeClass::kTransient &&
      rule.outcome_class != OutcomeClass::kThrottled &&
      rule.outcome_class != OutcomeClass::kContention &&
      rule.outcome_class != OutcomeClass::kPermanent) {
    AddRangeError(errors, "outcome_class",
                  "transient, throttled, contention or permanent",
                  ToString(rule.outcome_class));
  }
}

}  // namespace

void CheckCodes(ValidationErrors& errors, absl::string_view field,
                StatusCodeSet codes) {
  StatusCodeSet disallowed;
  StatusCodeSet allowed;
  for (int number = 0; number <= 16; ++number) {
    const auto code = static_cast<absl::StatusCode>(number);
    if (!defaults::kNeverRetryableCodes.Contains(code)) {
      allowed.Add(code);
    } else if (codes.Contains(code)) {
      disallowed.Add(code);
    }
  }
  if (disallowed.empty()) return;
  AddRangeError(errors, field, absl::StrCat("among ", allowed.ToString()),
                disallowed.ToString());
}

void ValidateClassifier(const ClassifierOptions& options,
                        ValidationErrors& errors) {
  const Field classifier(errors, "classifier");
  CheckCodes(errors, "retryable_codes", options.retryable_codes);
  if (options.rules.size() > kMaxRules) {
    AddRangeError(errors, "rules",
                  absl::StrCat("at most ", kMaxRules, " rules"),
                  absl::StrCat(options.rules.size()));
  }
  // Rules beyond the limit are not checked.
  const std::size_t count = std::min(options.rules.size(), kMaxRules);
  for (std::size_t i = 0; i < count; ++i) {
    const Field element(errors, absl::StrCat("rules[", i, "]"));
    ValidateRule(options.rules[i], errors);
  }
  CheckTrailer(errors, "request_id_trailer", options.request_id_trailer);
}

}  // namespace baton::core
