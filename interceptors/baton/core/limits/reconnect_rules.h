// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_RECONNECT_RULES_H_
#define BATON_CORE_LIMITS_RECONNECT_RULES_H_

#include "absl/status/status.h"
#include "baton/core/policy/random.h"
#include "baton/monotonic_time.h"
#include "baton/policy/reconnect_options.h"

namespace baton::core {

// Returns INVALID_ARGUMENT if an option is invalid. The message lists all
// errors with the names of their fields.
absl::Status ValidateReconnect(const ReconnectOptions& options);

// Returns when to try again to connect, while calls wait for a connection until
// `give_up_at`. The latest attempt was before `now`. Returns InfiniteFuture()
// if gRPC's own waits apply then. Requires valid options.
//
// If the calls would give up before the next attempt can connect, it comes
// sooner: `min_interval` before their end, or up to half of it later.
MonotonicTime NextReconnect(const ReconnectOptions& options,
                            MonotonicTime outage_began,
                            MonotonicTime give_up_at, MonotonicTime now,
                            UniformSource& uniform);

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_RECONNECT_RULES_H_
