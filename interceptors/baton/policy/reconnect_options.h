// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_RECONNECT_OPTIONS_H_
#define BATON_POLICY_RECONNECT_OPTIONS_H_

#include "baton/base/export.h"

#include "absl/time/time.h"
#include "baton/policy/defaults.h"

namespace BATON_EXPORT baton {

// How soon a channel tries again to connect after it has lost its connection.
// After a failure, gRPC waits 1 s by default, and then longer each time. While
// calls wait for the connection, Baton makes gRPC try more often. It does so
// only in the first part of an outage, so that many clients do not keep a
// target busy that stays down.
struct ReconnectOptions {
  // The shortest time between two attempts to connect. The time is random. At
  // least 10 ms, finite.
  absl::Duration min_interval = defaults::kReconnectMinInterval;
  // The longest time. Finite, not less than `min_interval`.
  absl::Duration max_interval = defaults::kReconnectMaxInterval;
  // The time since the begin of the outage. After it, gRPC's own waits apply.
  // Zero or positive, finite. Zero: only gRPC's own waits apply.
  absl::Duration max_outage = defaults::kReconnectMaxOutage;
};

}  // namespace baton

#endif  // BATON_POLICY_RECONNECT_OPTIONS_H_
