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

// What a process has for all its channels.
struct ChannelOptions {
  RetryMode mode = RetryMode::kBaton;
  // For kNative: what it waits at first.
  absl::Duration native_backoff = kNativeBackoff;
  // For kBaton.
  Policy policy;
  // For kBaton: who watches the calls, and the requests. Null: nobody does.
  std::shared_ptr<Telemetry> telemetry;
};

// The policy for kBaton: of a file, or the defaults where `file` is empty. In
// both, methods are as idempotent as shop.proto says.
absl::StatusOr<Policy> ReadPolicy(const std::string& file);

// A channel to another layer whose calls are retried as the mode has it; with
// kLoop by the caller. Channels differ in nothing else: they reconnect within
// half a second, and do not share connections.
absl::StatusOr<std::shared_ptr<grpc::Channel>> NewChannel(
    const std::string& address, const ChannelOptions& options);

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_CHANNELS_H_
