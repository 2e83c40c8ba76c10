// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_H_
#define BATON_POLICY_H_

#include "baton/base/export.h"

#include "baton/policy/method_policy.h"
#include "baton/policy/policy.h"
#include "baton/policy/policy_loader.h"
#include "baton/policy/policy_reload.h"
#include "baton/policy/policy_source.h"
#include "baton/policy/retry_stop.h"
#include "baton/policy/validate.h"

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

#endif  // BATON_POLICY_H_
