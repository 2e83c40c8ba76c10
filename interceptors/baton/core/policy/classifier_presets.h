// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_POLICY_CLASSIFIER_PRESETS_H_
#define BATON_CORE_POLICY_CLASSIFIER_PRESETS_H_

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "baton/attempt_outcome.h"
#include "baton/classifier.h"
#include "baton/policy/classifier_options.h"
#include "baton/policy/status_code_set.h"

namespace baton::core {

// A row of a preset: names and codes of failures, and their class. Data.
struct PresetRow {
  // The name of the error, as in ErrorInfo.reason. Empty: none.
  absl::string_view name;
  // The first and the last HTTP code of the row. 0: none.
  int first_http = 0;
  int last_http = 0;
  // The status codes of gRPC with the same meaning.
  StatusCodeSet codes;
  OutcomeClass outcome_class = OutcomeClass::kPermanent;
};

// Returns the name of a preset as in a policy file, such as "COSMOS_DB".
absl::string_view NameOf(ClassifierPreset preset);

// Returns the table of a preset. Exact HTTP codes come before ranges. Empty for
// kNone.
absl::Span<const PresetRow> RowsOf(ClassifierPreset preset);

// Returns the key of the trailer with the id of a request, in lower case. The
// result is valid as long as `options`.
absl::string_view RequestIdTrailerOf(const ClassifierOptions& options);

// Returns the HTTP codes of a row as text: "429", "4xx", or "" for none.
std::string HttpCodesOf(const PresetRow& row);

// Returns the code from 400 to 599 of a failure from an HTTP server, or 0. The
// server puts it into ErrorInfo.reason, or into the trailer `http-status`.
int HttpCodeOf(const AttemptOutcome& outcome, const AttemptDetails& details);

// Returns the class of the row with the error's name, or else with its HTTP
// code. nullopt if the preset has no such row.
std::optional<OutcomeClass> ClassOfNamedFailure(ClassifierPreset preset,
                                                const AttemptOutcome& outcome,
                                                const AttemptDetails& details);

// Returns the class of the row with this status code. nullopt if the preset has
// no such row.
std::optional<OutcomeClass> ClassOfCode(ClassifierPreset preset,
                                        absl::StatusCode code);

}  // namespace baton::core

#endif  // BATON_CORE_POLICY_CLASSIFIER_PRESETS_H_
