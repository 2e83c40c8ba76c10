// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_POLICY_DEADLINE_POLICY_H_
#define BATON_CORE_POLICY_DEADLINE_POLICY_H_

#include <optional>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/deadline.h"
#include "baton/monotonic_time.h"
#include "baton/policy/deadline_options.h"
#include "baton/policy/defaults.h"

namespace baton::core {

// Returns the deadline of a call. `own` is the deadline that the application
// set. `inherited` is the deadline of the request that the call belongs to. The
// earlier of the two applies. The result is never later than either of them.
EffectiveDeadline ResolveDeadline(const DeadlineOptions& options, Deadline own,
                                  Deadline inherited, MonotonicTime now);

}  // namespace baton::core

#endif  // BATON_CORE_POLICY_DEADLINE_POLICY_H_
