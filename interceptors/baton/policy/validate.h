// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_VALIDATE_H_
#define BATON_POLICY_VALIDATE_H_

#include "baton/base/export.h"

#include "absl/status/status.h"
#include "baton/policy/policy.h"

namespace BATON_EXPORT baton {

// Checks a policy that was created in code. Returns INVALID_ARGUMENT with every
// mistake and the path of its field. LoadPolicyFile() has already checked the
// policy that it returns.
//
// After the values, also checks the names against the services that are linked
// into this process. A name is a mistake if a linked service has no such
// method, or if a service is not linked but similar to a linked one.
// CreateChannel() checks only the values, and rejects names that no call can
// have.
absl::Status Validate(const Policy& policy);

}  // namespace baton

#endif  // BATON_POLICY_VALIDATE_H_
