// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_POLICY_FIELD_CHECKS_H_
#define BATON_CORE_POLICY_FIELD_CHECKS_H_

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/core/policy/validation_errors.h"

namespace baton::core {

// Each of these adds an error about `field` unless its value is in the range,
// the ends of which belong to it.

// "must be <allowed>, got <got>".
void Refuse(ValidationErrors& errors, absl::string_view field,
            absl::string_view allowed, absl::string_view got);

void CheckInt(ValidationErrors& errors, absl::string_view field, int value,
              int min, int max);
// NaN is in no range.
void CheckNumber(ValidationErrors& errors, absl::string_view field,
                 double value, double min, double max);
// Between 0.5 and 1, both excluded.
void CheckPercentile(ValidationErrors& errors, absl::string_view field,
                     double value);

// Which ends of the range of positive durations are allowed.
enum class Zero { kAllowed, kRefused };
enum class Infinite { kAllowed, kRefused };

void CheckDuration(ValidationErrors& errors, absl::string_view field,
                   absl::Duration value, Zero zero, Infinite infinite);

}  // namespace baton::core

#endif  // BATON_CORE_POLICY_FIELD_CHECKS_H_
