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
#include "grpcpp/client_context.h"

namespace baton::rpc {

enum class CallKind {
  kUnary,
  kServerStreaming,  // one request, many answers
  kStreaming,        // of the client's, or of both
};

// What is settled about a call when it begins and does not change after:
// whatever is reloaded meanwhile, a call sees one policy.
struct CallPlan {
  std::shared_ptr<const ChannelState> channel;
  std::string method;
  // Keep `policy` alive.
  std::shared_ptr<const Policy> snapshot;
  std::unique_ptr<const MethodPolicy> overridden;
  const MethodPolicy* policy = nullptr;

  // The request that the call is made for. Told of the call's end.
  RequestLink request;

  MonotonicTime started_at;
  // What the application set, and what counts.
  Deadline own_deadline;
  EffectiveDeadline deadline;
  // What the call is held to: a policy that only observes adds nothing to what
  // the application asks for.
  Deadline enforced;
  // The policy has attempts wait for a connection, and the call says nothing.
  bool wait_for_ready = false;
  // Attempts that find no connection are not the end of it.
  bool waits_for_connection = false;
  CallKind kind = CallKind::kUnary;
  // What the call may spend, and how far it is from the edge.
  int grant = 0;
  int hop = 0;

  // May copies of it be sent while it runs?
  bool MayHedge() const;

  // May its attempts go to other channels?
  bool MayFallBack() const;

  // Does the call need attempts of its own, or can it go out as it is? It can
  // if nothing could follow its first attempt and nothing has to be changed
  // about its deadline or its waiting for a connection.
  bool NeedsAttempts() const;
};

// `policy` as one call wants it.
MethodPolicy WithOverrides(MethodPolicy policy, const CallOverrides& overrides);

CallPlan PlanCall(std::shared_ptr<const ChannelState> channel,
                  std::string method, CallKind kind,
                  const grpc::ClientContext& context);

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_CALL_PLAN_H_
