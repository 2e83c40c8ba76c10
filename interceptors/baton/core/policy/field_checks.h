// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_POLICY_FIELD_CHECKS_H_
#define BATON_CORE_POLICY_FIELD_CHECKS_H_

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/core/policy/validation_errors.h"

namespace baton::core {

// Each function adds an error about `field` if its value is out of range. `min`
// and `max` are allowed values.

// Adds the error "must be <allowed>, got <got>".
void AddRangeError(ValidationErrors& errors, absl::string_view field,
                   absl::string_view allowed, absl::string_view got);

void CheckInt(ValidationErrors& errors, absl::string_view field, int value,
              int min, int max);
// Checks that the value is a number from `min` to `max`. NaN is an error.
void CheckNumber(ValidationErrors& errors, absl::string_view field,
                 double value, double min, double max);
// Checks that the value is above 0.5 and below 1.
void CheckPercentile(ValidationErrors& errors, absl::string_view field,
                     double value);

// Whether CheckDuration() allows zero or an infinite duration. It always allows
// positive finite durations.
enum class Zero { kAllowed, kNotAllowed };
enum class Infinite { kAllowed, kNotAllowed };

void CheckDuration(ValidationErrors& errors, absl::string_view field,
                   absl::Duration value, Zero zero, Infinite infinite);

}  // namespace baton::core

#endif  // BATON_CORE_POLICY_FIELD_CHECKS_H_
