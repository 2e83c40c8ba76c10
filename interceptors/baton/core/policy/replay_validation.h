// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_POLICY_REPLAY_VALIDATION_H_
#define BATON_CORE_POLICY_REPLAY_VALIDATION_H_

#include "absl/strings/string_view.h"
#include "baton/core/policy/validation_errors.h"
#include "baton/idempotency/replay_options.h"

namespace baton::core {

// Adds the errors of `options`, which are the field `field`, to `errors`.
void ValidateReplay(absl::string_view field, const ReplayOptions& options,
                    ValidationErrors& errors);

}  // namespace baton::core

#endif  // BATON_CORE_POLICY_REPLAY_VALIDATION_H_
