// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_POLICIES_H_
#define BATON_TESTS_SUPPORT_POLICIES_H_

#include "baton/policy/idempotency.h"
#include "baton/policy/method_policy.h"
#include "baton/policy/status_code_set.h"

namespace baton::support {

// Builds a method policy for a test. Other fields have their defaults.
//
//   const MethodPolicy policy = MethodPolicyBuilder().Idempotent().Attempts(2);
class MethodPolicyBuilder {
 public:
  MethodPolicyBuilder& Idempotent() { return With(Idempotency::kIdempotent); }
  MethodPolicyBuilder& With(Idempotency idempotency) {
    policy_.idempotency = idempotency;
    return *this;
  }
  MethodPolicyBuilder& Observing() {
    policy_.mode = Mode::kObserve;
    return *this;
  }
  MethodPolicyBuilder& Attempts(int max_attempts) {
    policy_.retry.max_attempts = max_attempts;
    return *this;
  }
  MethodPolicyBuilder& Retrying(StatusCodeSet codes) {
    policy_.retry.classifier.retryable_codes = codes;
    return *this;
  }

  operator MethodPolicy() const { return policy_; }

 private:
  MethodPolicy policy_;
};

}  // namespace baton::support

#endif  // BATON_TESTS_SUPPORT_POLICIES_H_
