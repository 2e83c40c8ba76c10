// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_POLICY_FIELD_CHECKS_H_
#define BATON_CORE_POLICY_FIELD_CHECKS_H_

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/core/policy/validation_errors.h"

namespace baton::core {

// Each function adds an error about `field` if its value is out of range. The
// ends belong to a range.

// Adds the error "must be <allowed>, got <got>".
void AddRangeError(ValidationErrors& errors, absl::string_view field,
                   absl::string_view allowed, absl::string_view got);

void CheckInt(ValidationErrors& errors, absl::string_view field, int value,
              int min, int max);
// Rejects NaN.
void CheckNumber(ValidationErrors& errors, absl::string_view field,
                 double value, double min, double max);
// Allows values between 0.5 and 1, both excluded.
void CheckPercentile(ValidationErrors& errors, absl::string_view field,
                     double value);

// Whether zero or an infinite duration is allowed. Positive finite durations
// always are.
enum class Zero { kAllowed, kNotAllowed };
enum class Infinite { kAllowed, kNotAllowed };

void CheckDuration(ValidationErrors& errors, absl::string_view field,
                   absl::Duration value, Zero zero, Infinite infinite);

}  // namespace baton::core

#endif  // BATON_CORE_POLICY_FIELD_CHECKS_H_
