// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_CALL_PLAN_H_
#define BATON_RPC_CALL_CALL_PLAN_H_

#include <map>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/core/policy/deadline_policy.h"
#include "baton/monotonic_time.h"
#include "baton/policy/method_policy.h"
#include "baton/policy/policy.h"
#include "baton/rpc/channel/channel_state.h"
#include "baton/rpc/channel/method_name.h"
#include "baton/rpc/request/call_group.h"
#include "baton/rpc/request/request_link.h"
#include "baton/rpc/runtime/runtime.h"
#include "grpcpp/client_context.h"

namespace baton::rpc {

enum class CallKind {
  kUnary,
  kServerStreaming,  // one request, many responses
  kStreaming,        // client-streaming and bidirectional
};

// The properties of a call, which PlanCall() fixes at its start. The call keeps
// its policy even if a reload replaces the policy of the channel. Constant
// after PlanCall() and ChooseIdempotencyKey(). Owned by the interceptor, later
// by the call.
struct CallPlan {
  std::shared_ptr<const ChannelState> channel;
  MethodName method;
  // `policy` points into one of these two members.
  std::shared_ptr<const Policy> snapshot;
  std::unique_ptr<const MethodPolicy> overridden;
  const MethodPolicy* policy = nullptr;

  // Links the call to the request that it belongs to. Reports the end of the
  // call to this request.
  RequestLink request;
  // Whether the call is unlinked: see FoundRequest.
  bool is_unlinked = false;

  MonotonicTime started_at;
  // `own_deadline` is the deadline that the application has set. `deadline` is
  // the deadline that results from it, the inherited deadline and the policy.
  Deadline own_deadline;
  EffectiveDeadline deadline;
  // The deadline that Baton enforces. In observe mode it is the deadline that
  // the application has set.
  Deadline enforced;
  // Whether the application's own call tells `deadline` to the server.
  bool tells_deadline = true;
  // Whether Baton sets wait-for-ready on the attempts. This is the case if the
  // policy sets it and the application has set nothing.
  bool wait_for_ready = false;
  // Whether the call continues after an attempt that found no connection: see
  // connection_wait.h.
  bool waits_for_connection = false;
  // The time in which the channel of an attempt must have a connection.
  // Infinite: no limit.
  absl::Duration connect_timeout = absl::InfiniteDuration();
  // Whether `connect_timeout` is finite, and the channel had no connection when
  // the call started. Baton then makes the first attempt, so that it can end
  // the attempt.
  bool is_connecting = false;
  // Whether the application has set the call to end with the first attempt that
  // finds no connection.
  bool fails_fast = false;
  CallKind kind = CallKind::kUnary;
  // The channel index of the first attempt: see first_channel.h.
  int first_channel = 0;
  // The grant of the call, and the number of hops between the edge and this
  // process.
  int grant = 0;
  int hop = 0;
  // Whether the retries of the process were stopped when the call started. The
  // call then makes one attempt.
  bool retries_stopped = false;
  // Whether attempts carry the `retry-budget` header. In observe mode: whether
  // it has the grant of the request. If not, it has a grant of 0.
  bool sends_header = true;
  bool passes_grant_on = false;
  // The idempotency key of the call. Empty: the call has none.
  std::string idempotency_key;
  // The record of the method at the primary target. Null: the target has too
  // many methods.
  MethodRecord* record = nullptr;
  // Whether the application has put the key into the metadata itself.
  bool key_is_in_metadata = false;

  // The group that the call belongs to. Its group is null if there is none.
  CallMembership membership;
  // The earlier repetitions of the group that have sent this call.
  int earlier_attempts = 0;
  // If not OK: the group has rejected the call, which ends with this error.
  absl::Status rejection;

  // Returns the runtime of the channel.
  Runtime& runtime() const { return channel->runtime(); }

  // Chooses the idempotency key of a unary call: the key in `metadata`, which
  // the application has set, or the key of the overrides, or a new one if the
  // policy sends keys. Called once, before the first attempt.
  void ChooseIdempotencyKey(
      const std::multimap<std::string, std::string>& metadata);

  // Returns whether the servers of the channel belong to others: see
  // ClientOptions::external.
  bool IsExternal() const { return channel->options().external; }

  // Returns the time in which the server of a stream must begin to respond.
  // Infinite: no limit.
  absl::Duration FirstAnswerTimeout() const;

  // Returns whether the call may be hedged.
  bool MayHedge() const;

  // Returns whether a second attempt may start beside a late one.
  bool MayStartSecondAttempt() const;

  // Returns whether attempts of the call may use fallback channels.
  bool MayFallBack() const;

  // Returns whether Baton must make attempts. If not, the call passes through:
  // see PassThroughCall. A call passes through under two conditions. No attempt
  // could follow its first attempt, and Baton need not change its wait for a
  // connection.
  bool NeedsAttempts() const;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_CALL_PLAN_H_
