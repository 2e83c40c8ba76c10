// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_POLICY_CLASSIFIER_VALIDATION_H_
#define BATON_CORE_POLICY_CLASSIFIER_VALIDATION_H_

#include "absl/strings/string_view.h"
#include "baton/core/policy/validation_errors.h"
#include "baton/policy/classifier_options.h"
#include "baton/policy/status_code_set.h"

namespace baton::core {

// Adds an error about `field` if `codes` has a code that Baton never retries.
void CheckCodes(ValidationErrors& errors, absl::string_view field,
                StatusCodeSet codes);

// Adds an error for each invalid value.
void ValidateClassifier(const ClassifierOptions& options,
                        ValidationErrors& errors);

}  // namespace baton::core

#endif  // BATON_CORE_POLICY_CLASSIFIER_VALIDATION_H_
