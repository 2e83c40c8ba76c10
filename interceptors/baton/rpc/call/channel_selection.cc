// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/channel_selection.h"

#include "baton/core/decision/fallback_route.h"
#include "baton/rpc/grpc/connection_watcher.h"
#include "baton/rpc/grpc/context_access.h"

namespace baton::rpc {
namespace {

constexpr int kHome = core::FallbackRoute::kHome;

int FirstThatMayConnect(const CapturedCall& captured) {
  const ChannelState& channel = *captured.plan.channel;
  if (MayConnect(*ChannelOf(*captured.outer))) return kHome;
  for (int place = 1; place <= channel.fallbacks(); ++place) {
    if (MayConnect(*channel.fallback(place).channel())) return place;
  }
  return kHome;
}

}  // namespace

std::shared_ptr<grpc::ChannelInterface> ChannelAt(const CapturedCall& captured,
                                                  int place) {
  if (place == kHome) return captured.channel_below;
  return captured.plan.channel->fallback(place).channel();
}

AttemptFacts StartAttempt(const CapturedCall& captured, CallLedger& ledger,
                          bool is_hedge) {
  if (ledger.MayChoosePlace()) ledger.GoTo(FirstThatMayConnect(captured));
  return ledger.StartAttempt(is_hedge);
}

}  // namespace baton::rpc
