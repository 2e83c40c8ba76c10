// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_H_
#define BATON_POLICY_H_

#include "absl/status/status.h"
#include "baton/policy/method_policy.h"
#include "baton/policy/policy.h"
#include "baton/policy/policy_loader.h"
#include "baton/policy/policy_reload.h"
#include "baton/policy/policy_source.h"

// The policy of a process, from a file:
//
//   absl::StatusOr<baton::LoadedPolicy> loaded =
//       baton::LoadPolicyFile("policy.textproto");
//   if (!loaded.ok()) std::cerr << loaded.status().message();  // every error
//   options.policy = loaded->policy;
//
// or in code, which baton::Validate() checks as strictly:
//
//   baton::Policy policy;
//   policy.everything().deadline.default_timeout = absl::Seconds(5);
//
// docs/policy.md describes how to write, merge and reload policies.
namespace baton {

// Checks a policy that was created in code. Returns INVALID_ARGUMENT with every
// mistake and the path of its field. LoadPolicyFile() has already checked the
// policy that it returns.
absl::Status Validate(const Policy& policy);

}  // namespace baton

#endif  // BATON_POLICY_H_
