// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/channel/first_channel.h"

#include "baton/core/decision/fallback_route.h"
#include "baton/rpc/grpc/connection_watcher.h"
#include "baton/rpc/grpc/context_access.h"

namespace baton::rpc {

int FirstChannel(const ChannelState& channel, const MethodPolicy& policy,
                 const grpc::ClientContext& context) {
  constexpr int kPrimary = core::FallbackRoute::kPrimary;
  if (channel.fallbacks() == 0 || !channel.outage().IsOn() ||
      !core::MayStartOnFallback(policy)) {
    return kPrimary;
  }
  const auto primary = ChannelOf(context);
  if (primary == nullptr) return kPrimary;
  if (HasNoOutage(*primary)) {
    channel.outage().End();
    return kPrimary;
  }
  // No call reaches the primary channel now, so nothing else asks gRPC to
  // connect it again.
  KeepConnecting(*primary);
  for (int index = 1; index <= channel.fallbacks(); ++index) {
    if (MayConnect(*channel.fallback(index).channel())) return index;
  }
  return kPrimary;
}

}  // namespace baton::rpc
