// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_SHOP_CHANNELS_H_
#define BATON_EXAMPLES_STACK_SHOP_CHANNELS_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/policy.h"
#include "baton/telemetry_interface.h"
#include "examples/stack/shop/retry_mode.h"
#include "grpcpp/grpcpp.h"

namespace baton::stack {

// The options for all channels of a process.
struct ChannelOptions {
  RetryMode mode = RetryMode::kBaton;
  // The initial backoff, for kNative.
  absl::Duration native_backoff = kNativeBackoff;
  // Whether gRPC waits at most half a second before it reconnects. Otherwise
  // gRPC's defaults apply.
  bool quick_reconnect = true;
  // The policy, for kBaton.
  Policy policy;
  // The telemetry of calls and requests, for kBaton. Null: no telemetry.
  std::shared_ptr<Telemetry> telemetry;
};

// Reads the policy for kBaton from a file. If `file` is empty, returns the
// defaults. In both cases shop.proto declares which methods are idempotent.
absl::StatusOr<Policy> ReadPolicy(const std::string& file);

// Creates a channel to another layer. The retry mode selects who retries its
// calls. With kLoop this is the caller. Channels do not share
// connections.
absl::StatusOr<std::shared_ptr<grpc::Channel>> NewChannel(
    const std::string& address, const ChannelOptions& options);

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_CHANNELS_H_
