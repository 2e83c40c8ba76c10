// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy/field_checks.h"

#include "absl/strings/str_cat.h"

namespace baton::core {

void AddRangeError(ValidationErrors& errors, absl::string_view field,
                   absl::string_view allowed, absl::string_view got) {
  errors.Add(field, absl::StrCat("must be ", allowed, ", got ", got));
}

void CheckInt(ValidationErrors& errors, absl::string_view field, int value,
              int min, int max) {
  if (value >= min && value <= max) return;
  AddRangeError(errors, field, absl::StrCat(min, " to ", max),
                absl::StrCat(value));
}

// NaN fails all these comparisons.
void CheckNumber(ValidationErrors& errors, absl::string_view field,
                 double value, double min, double max) {
  if (value >= min && value <= max) return;
  AddRangeError(errors, field, absl::StrCat(min, " to ", max),
                absl::StrCat(value));
}

void CheckPercentile(ValidationErrors& errors, absl::string_view field,
                     double value) {
  if (value > 0.5 && value < 1) return;
  AddRangeError(errors, field, "between 0.5 and 1, both excluded",
                absl::StrCat(value));
}

void CheckDuration(ValidationErrors& errors, absl::string_view field,
                   absl::Duration value, Zero zero, Infinite infinite) {
  const bool positive = value > absl::ZeroDuration();
  const bool zero_ok = zero == Zero::kAllowed && value == absl::ZeroDuration();
  const bool end_ok =
      infinite == Infinite::kAllowed || value < absl::InfiniteDuration();
  if ((positive || zero_ok) && end_ok) return;
  AddRangeError(
      errors, field,
      absl::StrCat(zero == Zero::kAllowed ? "zero or positive" : "positive",
                   infinite == Infinite::kAllowed ? "" : " and finite"),
      absl::FormatDuration(value));
}

}  // namespace baton::core
