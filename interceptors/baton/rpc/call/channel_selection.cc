// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/channel_selection.h"

#include "baton/core/decision/fallback_route.h"
#include "baton/rpc/grpc/connection_watcher.h"
#include "baton/rpc/grpc/context_access.h"

namespace baton::rpc {
namespace {

constexpr int kPrimary = core::FallbackRoute::kPrimary;

int FirstThatMayConnect(const CapturedCall& captured) {
  const ChannelState& channel = *captured.plan.channel;
  if (MayConnect(*ChannelOf(*captured.application_context))) return kPrimary;
  for (int channel_index = 1; channel_index <= channel.fallbacks();
       ++channel_index) {
    if (MayConnect(*channel.fallback(channel_index).channel())) {
      return channel_index;
    }
  }
  return kPrimary;
}

}  // namespace

std::shared_ptr<grpc::ChannelInterface> ChannelAt(const CapturedCall& captured,
                                                  int channel_index) {
  if (channel_index == kPrimary) return captured.channel_below;
  return captured.plan.channel->fallback(channel_index).channel();
}

bool IsConnected(const CapturedCall& captured, int channel_index) {
  if (channel_index != kPrimary) {
    return IsConnected(
        *captured.plan.channel->fallback(channel_index).channel());
  }
  return IsConnected(*ChannelOf(*captured.application_context));
}

bool WasConnectedLately(const CallPlan& plan,
                        const grpc::ClientContext& context, MonotonicTime now) {
  RecentConnection& recent = plan.channel->recent_connection();
  if (recent.IsRecent(now)) return true;
  if (!IsConnected(*ChannelOf(context))) return false;
  recent.Note(now);
  return true;
}

void NoteConnection(const CapturedCall& captured) {
  ConnectionOutage& outage = captured.plan.channel->outage();
  if (!outage.IsOn()) return;
  const auto channel = ChannelOf(*captured.application_context);
  if (channel != nullptr && HasNoOutage(*channel)) outage.End();
}

AttemptFacts StartAttempt(const CapturedCall& captured, CallLedger& ledger,
                          bool is_hedge) {
  NoteConnection(captured);
  if (ledger.MayChooseChannel()) ledger.GoTo(FirstThatMayConnect(captured));
  return ledger.StartAttempt(is_hedge);
}

}  // namespace baton::rpc
