// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_CALL_PLAN_H_
#define BATON_RPC_CALL_CALL_PLAN_H_

#include <memory>
#include <string>

#include "baton/call_overrides.h"
#include "baton/core/policy/deadline_policy.h"
#include "baton/monotonic_time.h"
#include "baton/policy/method_policy.h"
#include "baton/policy/policy.h"
#include "baton/rpc/channel/channel_state.h"
#include "baton/rpc/request/request_link.h"
#include "baton/rpc/runtime/runtime.h"
#include "grpcpp/client_context.h"

namespace baton::rpc {

enum class CallKind {
  kUnary,
  kServerStreaming,  // one request, many responses
  kStreaming,        // client-streaming and bidirectional
};

// The properties of a call, decided at its start. A call sees only one policy,
// even if a reload replaces the policy. Constant after PlanCall(), except that
// parts move: CallReportWriter moves `method` out when the call ends. Owned by
// the interceptor, then by the call.
struct CallPlan {
  std::shared_ptr<const ChannelState> channel;
  std::string method;
  // These two members keep `policy` alive.
  std::shared_ptr<const Policy> snapshot;
  std::unique_ptr<const MethodPolicy> overridden;
  const MethodPolicy* policy = nullptr;

  // The request that the call belongs to. It learns the end of the call.
  RequestLink request;

  MonotonicTime started_at;
  // `own_deadline` is the deadline that the application has set. `deadline` is
  // the effective one.
  Deadline own_deadline;
  EffectiveDeadline deadline;
  // The deadline that Baton enforces. In observe mode this is the deadline that
  // the application has set.
  Deadline enforced;
  // Attempts wait for a connection: the policy says so, and the call sets
  // nothing.
  bool wait_for_ready = false;
  // Whether the call continues after an attempt that found no connection.
  bool waits_for_connection = false;
  CallKind kind = CallKind::kUnary;
  // The grant of the call, and the number of hops from the edge.
  int grant = 0;
  int hop = 0;

  // Returns the runtime of the channel.
  Runtime& runtime() const { return channel->runtime(); }

  // Returns whether the call may be hedged.
  bool MayHedge() const;

  // Returns whether a second attempt may start beside a late one.
  bool MayStartSecondAttempt() const;

  // Returns whether attempts of the call may use fallback channels.
  bool MayFallBack() const;

  // Returns whether Baton must make attempts. If not, the call passes through.
  // It passes through if no attempt could follow the first, and if Baton need
  // not change its deadline or its wait for a connection.
  bool NeedsAttempts() const;
};

// Returns `policy` with the overrides of one call applied.
MethodPolicy WithOverrides(MethodPolicy policy, const CallOverrides& overrides);

CallPlan PlanCall(std::shared_ptr<const ChannelState> channel,
                  std::string method, CallKind kind,
                  const grpc::ClientContext& context);

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_CALL_PLAN_H_
