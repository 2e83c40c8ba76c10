// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy/failure_rules.h"

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"

namespace baton::core {
namespace {

bool HasTrailer(const FailureRule& rule, const AttemptDetails& details) {
  bool found = false;
  details.ForEachValue(*rule.trailer, [&](absl::string_view value) {
    found |= !rule.trailer_value.has_value() || value == *rule.trailer_value;
  });
  return found;
}

}  // namespace

bool Matches(const FailureRule& rule, const AttemptOutcome& outcome,
             const AttemptDetails& details) {
  if (!rule.reason && !rule.domain && !rule.trailer && !rule.message_contains) {
    return false;
  }
  // An absent reason or domain is empty. It matches no rule. Empty texts of a
  // rule are invalid, and match nothing either.
  if (rule.reason.has_value() &&
      (rule.reason->empty() || *rule.reason != outcome.error_reason)) {
    return false;
  }
  if (rule.domain.has_value() &&
      (rule.domain->empty() || *rule.domain != outcome.error_domain)) {
    return false;
  }
  if (rule.trailer.has_value() && !HasTrailer(rule, details)) return false;
  if (!rule.message_contains.has_value()) return true;
  return !rule.message_contains->empty() &&
         absl::StrContains(details.message().substr(0, kSearchedMessageBytes),
                           *rule.message_contains);
}

}  // namespace baton::core
