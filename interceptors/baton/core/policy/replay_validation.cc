// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy/replay_validation.h"

#include "baton/core/policy/field_checks.h"

namespace baton::core {

void ValidateReplay(absl::string_view field, const ReplayOptions& options,
                    ValidationErrors& errors) {
  const ValidationErrors::Field replay(errors, field);
  CheckDuration(errors, "keep_for", options.keep_for, Zero::kNotAllowed,
                Infinite::kNotAllowed);
}

}  // namespace baton::core
