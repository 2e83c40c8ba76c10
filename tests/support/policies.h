// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_POLICIES_H_
#define BATON_TESTS_SUPPORT_POLICIES_H_

#include "baton/core/idempotency.h"
#include "baton/core/method_policy.h"
#include "baton/core/status_code_set.h"

namespace baton::support {

// Builds a method policy for a test. Other fields have their defaults.
//
//   const MethodPolicy policy = MethodPolicyBuilder().Idempotent().Attempts(2);
class MethodPolicyBuilder {
 public:
  MethodPolicyBuilder& Idempotent() {
    return With(core::Idempotency::kIdempotent);
  }
  MethodPolicyBuilder& With(core::Idempotency idempotency) {
    policy_.idempotency = idempotency;
    return *this;
  }
  MethodPolicyBuilder& Observing() {
    policy_.mode = core::Mode::kObserve;
    return *this;
  }
  MethodPolicyBuilder& Attempts(int max_attempts) {
    policy_.retry.max_attempts = max_attempts;
    return *this;
  }
  MethodPolicyBuilder& Retrying(core::StatusCodeSet codes) {
    policy_.retry.classifier.retryable_codes = codes;
    return *this;
  }

  operator core::MethodPolicy() const { return policy_; }

 private:
  core::MethodPolicy policy_;
};

}  // namespace baton::support

#endif  // BATON_TESTS_SUPPORT_POLICIES_H_
