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

void ValidateRequestReplay(const std::optional<ReplayOptions>& options,
                           ValidationErrors& errors) {
  if (options.has_value()) ValidateReplay("request_replay", *options, errors);
}

}  // namespace baton::core
