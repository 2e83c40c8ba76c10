// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy/policy_validation.h"
#include "baton/policy.h"

namespace baton {

absl::Status Validate(const Policy& policy) {
  return core::ValidatePolicy(policy);
}

}  // namespace baton
