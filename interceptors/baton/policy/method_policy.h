// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_METHOD_POLICY_H_
#define BATON_POLICY_METHOD_POLICY_H_

#include <optional>

#include "baton/policy/deadline_options.h"
#include "baton/policy/fallback_options.h"
#include "baton/policy/hedge_options.h"
#include "baton/policy/idempotency.h"
#include "baton/policy/retry_options.h"
#include "baton/policy/stream_options.h"

namespace baton {

// Does a policy act, or only say what it would have done?
enum class Mode {
  kEnforce,
  // Every decision is made, recorded and shown, and none is acted upon: calls
  // go out once, with the deadline they came with.
  kObserve,
};

// Everything that is configured for one method. A value: what is in it is
// final, defaults and less specific entries are merged in already.
struct MethodPolicy {
  Mode mode = Mode::kEnforce;
  Idempotency idempotency = Idempotency::kUnknown;
  // Not set: as the call says.
  std::optional<bool> wait_for_ready;
  DeadlineOptions deadline;
  RetryOptions retry;
  HedgeOptions hedge;
  StreamOptions stream;
  FallbackOptions fallback;
};

}  // namespace baton

#endif  // BATON_POLICY_METHOD_POLICY_H_
