// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/plan/connection_plan.h"

#include <cstdint>

#include "absl/time/time.h"
#include "baton/core/decision/connection_wait.h"
#include "baton/rpc/channel/first_channel.h"
#include "baton/rpc/grpc/connection_watcher.h"
#include "baton/rpc/grpc/context_access.h"
#include "grpc/grpc.h"

namespace baton::rpc {
namespace {

core::WaitForReady WaitForReadyOf(const grpc::ClientContext& context) {
  const uint32_t flags = InitialMetadataFlags(context);
  if ((flags & GRPC_INITIAL_METADATA_WAIT_FOR_READY_EXPLICITLY_SET) == 0) {
    return core::WaitForReady::kUnspecified;
  }
  return (flags & GRPC_INITIAL_METADATA_WAIT_FOR_READY) != 0
             ? core::WaitForReady::kYes
             : core::WaitForReady::kNo;
}

}  // namespace

void PlanConnection(const grpc::ClientContext& context, CallPlan& plan) {
  const core::WaitForReady said = WaitForReadyOf(context);
  plan.wait_for_ready = plan.policy->wait_for_ready.value_or(false) &&
                        said == core::WaitForReady::kUnspecified;
  plan.fails_fast = said == core::WaitForReady::kNo;
  plan.waits_for_connection = core::WaitsForConnection(*plan.policy, said);
  // An application that waits for ready has chosen its deadline as the limit.
  if (said != core::WaitForReady::kYes) {
    plan.connect_timeout = plan.policy->deadline.connect_timeout;
    plan.is_connecting = plan.connect_timeout != absl::InfiniteDuration() &&
                         !IsConnected(*ChannelOf(context));
  }
  // A call that waits for ready would wait for the primary channel without
  // Baton, too.
  if (!plan.wait_for_ready && said != core::WaitForReady::kYes) {
    plan.first_channel = FirstChannel(*plan.channel, *plan.policy, context);
  }
}

}  // namespace baton::rpc
