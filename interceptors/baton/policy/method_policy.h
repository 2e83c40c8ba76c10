// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_METHOD_POLICY_H_
#define BATON_POLICY_METHOD_POLICY_H_

#include <optional>

#include "baton/policy/deadline_options.h"
#include "baton/policy/fallback_options.h"
#include "baton/policy/hedge_options.h"
#include "baton/policy/idempotency.h"
#include "baton/policy/late_attempt_options.h"
#include "baton/policy/retry_options.h"
#include "baton/policy/stream_options.h"

namespace baton {

// Whether a policy acts or only records what it would do.
enum class Mode {
  kEnforce,
  // Dry run: Baton makes and records every decision, but follows none. Each
  // call is sent once, with the deadline that it came with.
  kObserve,
};

// The complete configuration of one method. Defaults and less specific entries
// are already merged in. A value.
struct MethodPolicy {
  // Whether the policy acts or only records what it would do.
  Mode mode = Mode::kEnforce;
  // The known effect of a method that runs more than once.
  Idempotency idempotency = Idempotency::kUnknown;
  // Whether calls wait for a connection. Not set: the setting of the call.
  std::optional<bool> wait_for_ready;
  // The deadlines of calls and attempts.
  DeadlineOptions deadline;
  // The retries after failed attempts.
  RetryOptions retry;
  // The hedges of slow calls. By default there are none.
  HedgeOptions hedge;
  // The second attempts beside late ones.
  LateAttemptOptions late;
  // The replay buffer and the idle timeout of streaming calls.
  StreamOptions stream;
  // The attempts that use the fallback channels.
  FallbackOptions fallback;
};

}  // namespace baton

#endif  // BATON_POLICY_METHOD_POLICY_H_
