// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_H_
#define BATON_POLICY_H_

#include "baton/config/policy_loader.h"
#include "baton/config/policy_reload.h"
#include "baton/core/policy.h"
#include "baton/core/policy_source.h"
#include "baton/core/policy_validation.h"

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

using core::MethodPolicy;
using core::Policy;
using core::PolicySource;

// The parts of a policy.
using core::BackoffOptions;
using core::ClassifierOptions;
using core::DeadlineOptions;
using core::ErrorReasonRule;
using core::FallbackCalls;
using core::FallbackOptions;
using core::HedgeOptions;
using core::Idempotency;
using core::ListenerOptions;
using core::MissingDeadline;
using core::Mode;
using core::Owner;
using core::OwnerMode;
using core::ProcessBudgetOptions;
using core::ProcessReplayOptions;
using core::RetryOptions;
using core::StatusCodeSet;
using core::StreamOptions;

using config::DescriptorSource;
using config::LoadedPolicy;
using config::LoadPolicy;
using config::LoadPolicyFile;
using config::PolicyFormat;
using config::ReloadPolicyFile;
using LoadPolicyOptions = config::LoadOptions;

using core::Validate;

}  // namespace baton

#endif  // BATON_POLICY_H_
