// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy/classifier_presets.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace baton::core {
namespace {

constexpr absl::string_view kHttpStatusKey = "http-status";

// Returns the number of a text such as "429", or 0. Other texts are no codes of
// failures.
int ParseHttpCode(absl::string_view text) {
  if (text.size() != 3 || (text[0] != '4' && text[0] != '5') ||
      !absl::ascii_isdigit(text[1]) || !absl::ascii_isdigit(text[2])) {
    return 0;
  }
  return (text[0] - '0') * 100 + (text[1] - '0') * 10 + (text[2] - '0');
}

template <typename Condition>
std::optional<OutcomeClass> ClassOfFirst(ClassifierPreset preset,
                                         Condition matches) {
  const absl::Span<const PresetRow> rows = RowsOf(preset);
  const auto row = std::find_if(rows.begin(), rows.end(), matches);
  if (row == rows.end()) return std::nullopt;
  return row->outcome_class;
}

}  // namespace

std::string HttpCodesOf(const PresetRow& row) {
  if (row.first_http == 0) return "";
  if (row.first_http == row.last_http) return absl::StrCat(row.first_http);
  return absl::StrCat(row.first_http / 100, "xx");
}

int HttpCodeOf(const AttemptOutcome& outcome, const AttemptDetails& details) {
  if (const int code = ParseHttpCode(outcome.error_reason); code != 0) {
    return code;
  }
  return ParseHttpCode(details.FindTrailer(kHttpStatusKey).value_or(""));
}

std::optional<OutcomeClass> ClassOfNamedFailure(ClassifierPreset preset,
                                                const AttemptOutcome& outcome,
                                                const AttemptDetails& details) {
  if (preset == ClassifierPreset::kNone) return std::nullopt;
  // A service of Amazon puts its own name before the error's:
  // "com.amazonaws.dynamodb.v20120810#ThrottlingException".
  absl::string_view name = outcome.error_reason;
  name = name.substr(name.rfind('#') + 1);
  if (!name.empty()) {
    const auto by_name = ClassOfFirst(
        preset, [name](const PresetRow& row) { return row.name == name; });
    if (by_name.has_value()) return by_name;
  }
  const int http = HttpCodeOf(outcome, details);
  if (http == 0) return std::nullopt;
  return ClassOfFirst(preset, [http](const PresetRow& row) {
    return row.first_http <= http && http <= row.last_http;
  });
}

std::optional<OutcomeClass> ClassOfCode(ClassifierPreset preset,
                                        absl::StatusCode code) {
  return ClassOfFirst(preset, [code](const PresetRow& row) {
    return row.codes.Contains(code);
  });
}

}  // namespace baton::core
