// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_METHOD_POLICY_H_
#define BATON_POLICY_METHOD_POLICY_H_

#include "baton/base/export.h"

#include <optional>

#include "baton/policy/deadline_options.h"
#include "baton/policy/fallback_options.h"
#include "baton/policy/hedge_options.h"
#include "baton/policy/idempotency.h"
#include "baton/policy/idempotency_key_options.h"
#include "baton/policy/late_attempt_options.h"
#include "baton/policy/retry_options.h"
#include "baton/policy/stream_options.h"

namespace BATON_EXPORT baton {

// Whether Baton applies its decisions, or only records them.
enum class Mode {
  kEnforce,
  // Dry run: Baton makes and records its decisions but does not apply them.
  // Each call makes one attempt, and keeps the deadline of the application. A
  // call of a request passes the grant of the request on.
  kObserve,
};

// The complete policy of one method. It already contains the defaults and the
// values of less specific entries. A value.
struct MethodPolicy {
  // Whether Baton applies its decisions, or only records them.
  Mode mode = Mode::kEnforce;
  // Whether the server may safely execute a request of the method more than
  // once.
  Idempotency idempotency = Idempotency::kUnknown;
  // Whether calls wait for a connection instead of failing at once. A call that
  // sets wait-for-ready itself overrides this. Not set: the setting of the
  // call.
  std::optional<bool> wait_for_ready;
  // The deadlines of calls and attempts.
  DeadlineOptions deadline;
  // When and how often Baton retries failed attempts.
  RetryOptions retry;
  // Whether and when Baton starts hedges of slow calls. By default there are
  // none.
  HedgeOptions hedge;
  // The second attempts beside late ones.
  LateAttemptOptions late;
  // The replay buffer and the idle timeout of streaming calls.
  StreamOptions stream;
  // Which calls and attempts use the fallback channels.
  FallbackOptions fallback;
  // Whether unary calls carry an idempotency key, and whether the server honors
  // it.
  IdempotencyKeyOptions idempotency_key;
};

}  // namespace baton

#endif  // BATON_POLICY_METHOD_POLICY_H_
