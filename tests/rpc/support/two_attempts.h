// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_RPC_SUPPORT_TWO_ATTEMPTS_H_
#define BATON_TESTS_RPC_SUPPORT_TWO_ATTEMPTS_H_

#include "baton/client_options.h"
#include "baton/policy/idempotency.h"
#include "baton/policy/method_policy.h"

namespace baton::rpc {

// Returns options for idempotent calls with up to two attempts, one after the
// other.
inline ClientOptions TwoAttempts() {
  ClientOptions options;
  MethodPolicy& policy = options.policy.everything();
  policy.idempotency = Idempotency::kIdempotent;
  policy.retry.max_attempts = 2;
  policy.retry.edge_grant = 1;
  policy.late.start_second_attempt = false;
  return options;
}

}  // namespace baton::rpc

#endif  // BATON_TESTS_RPC_SUPPORT_TWO_ATTEMPTS_H_
