// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy/failure_table.h"

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "baton/attempt_outcome.h"
#include "baton/core/policy/classifier_presets.h"
#include "baton/policy/status_code_set.h"
#include "baton/status_classifier.h"

namespace baton::core {
namespace {

constexpr int kStatusCodes = 17;

std::string Quoted(const std::string& text) {
  return absl::StrCat("\"", absl::CHexEscape(text), "\"");
}

std::string ToText(const FailureRule& rule) {
  std::vector<std::string> parts;
  if (rule.reason) {
    parts.push_back(absl::StrCat("reason ", Quoted(*rule.reason)));
  }
  if (rule.domain) {
    parts.push_back(absl::StrCat("domain ", Quoted(*rule.domain)));
  }
  if (rule.trailer) {
    parts.push_back(absl::StrCat("trailer ", *rule.trailer));
    if (rule.trailer_value) {
      absl::StrAppend(&parts.back(), " = ", Quoted(*rule.trailer_value));
    }
  }
  if (rule.message_contains) {
    parts.push_back(
        absl::StrCat("message contains ", Quoted(*rule.message_contains)));
  }
  return absl::StrJoin(parts, ", ");
}

// Returns the codes of failures that have this class by themselves.
StatusCodeSet CodesOf(const StatusClassifier& classifier, OutcomeClass wanted) {
  StatusCodeSet codes;
  for (int number = 1; number < kStatusCodes; ++number) {
    AttemptOutcome outcome;
    outcome.code = static_cast<absl::StatusCode>(number);
    if (classifier.Classify(outcome) == wanted) codes.Add(outcome.code);
  }
  return codes;
}

}  // namespace

std::vector<FailureTableRow> FailureTable(const ClassifierOptions& options) {
  std::vector<FailureTableRow> table;
  for (std::size_t i = 0; i < options.rules.size(); ++i) {
    const FailureRule& rule = options.rules[i];
    table.push_back(
        {absl::StrCat("rules[", i, "]"), ToText(rule), rule.outcome_class});
  }
  const std::string preset(NameOf(options.preset));
  for (const PresetRow& row : RowsOf(options.preset)) {
    const std::string http = HttpCodesOf(row);
    if (!row.name.empty()) {
      table.push_back({preset, std::string(row.name), row.outcome_class});
    } else if (!http.empty()) {
      table.push_back({preset, absl::StrCat("HTTP ", http), row.outcome_class});
    }
  }
  const StatusClassifier classifier(options);
  for (const OutcomeClass outcome_class :
       {OutcomeClass::kTransient, OutcomeClass::kThrottled,
        OutcomeClass::kTimeout, OutcomeClass::kContention}) {
    const StatusCodeSet codes = CodesOf(classifier, outcome_class);
    if (codes.empty()) continue;
    table.push_back({"codes", codes.ToString(), outcome_class});
  }
  table.push_back({"codes", "all others", OutcomeClass::kPermanent});
  return table;
}

}  // namespace baton::core
