// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_RETRY_BREAKER_OPTIONS_H_
#define BATON_POLICY_RETRY_BREAKER_OPTIONS_H_

#include "baton/base/export.h"

#include "baton/policy/defaults.h"

namespace BATON_EXPORT baton {

// The settings of the retry breakers. Each target has one, and each of its
// methods. They block retries while the latest attempts fail. First attempts
// are always sent, and one success allows retries again.
struct RetryBreakerOptions {
  // Whether open retry breakers block retries.
  bool enabled = defaults::kRetryBreakerEnabled;
};

}  // namespace baton

#endif  // BATON_POLICY_RETRY_BREAKER_OPTIONS_H_
