// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_RUNNING_CONNECT_LIMIT_H_
#define BATON_RPC_CALL_RUNNING_CONNECT_LIMIT_H_

#include <optional>

#include "absl/functional/function_ref.h"
#include "absl/time/time.h"
#include "baton/attempt_outcome.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/call/call_plan.h"

namespace baton::rpc {

// The connect timeout of the attempts of one call. Owned by the running
// attempts of the call. Used on the call's strand.
class ConnectLimit {
 public:
  // `plan` must outlive this object.
  explicit ConnectLimit(const CallPlan& plan) : plan_(plan) {}

  // Returns whether the call has a connect timeout.
  bool on() const { return plan_.connect_timeout != absl::InfiniteDuration(); }
  // Returns the time at which EndUnconnected() must check this attempt.
  // InfiniteFuture(): never.
  MonotonicTime CheckAt(const AnyAttempt& attempt) const;
  // Checks an attempt. If its channel has no connection, cancels it, and
  // returns its outcome. The attempt was certainly never sent if there is still
  // no connection after the cancellation, and gRPC has no retries of its own.
  std::optional<AttemptOutcome> EndUnconnected(
      AnyAttempt& attempt, MonotonicTime now,
      absl::FunctionRef<bool()> is_connected);

 private:
  const CallPlan& plan_;
  // The earliest time of the next check.
  MonotonicTime not_before_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_RUNNING_CONNECT_LIMIT_H_
