// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_METHOD_POLICY_H_
#define BATON_CORE_METHOD_POLICY_H_

#include <optional>

#include "baton/core/deadline_policy.h"
#include "baton/core/fallback_options.h"
#include "baton/core/hedge_options.h"
#include "baton/core/idempotency.h"
#include "baton/core/retry_options.h"
#include "baton/core/stream_options.h"

namespace baton::core {

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
  Mode mode = Mode::kEnforce;
  Idempotency idempotency = Idempotency::kUnknown;
  // Whether calls wait for a connection. Not set: the setting of the call.
  std::optional<bool> wait_for_ready;
  DeadlineOptions deadline;
  RetryOptions retry;
  HedgeOptions hedge;
  StreamOptions stream;
  FallbackOptions fallback;
};

}  // namespace baton::core

#endif  // BATON_CORE_METHOD_POLICY_H_
