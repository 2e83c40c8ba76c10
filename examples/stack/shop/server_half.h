// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_SHOP_SERVER_HALF_H_
#define BATON_EXAMPLES_STACK_SHOP_SERVER_HALF_H_

#include "absl/status/status.h"
#include "examples/stack/shop/channels.h"
#include "grpcpp/grpcpp.h"

namespace baton::stack {

// With kBaton, installs Baton in the server, so that it reads the
// `retry-budget` header of its requests.
absl::Status InstallServerHalf(const ChannelOptions& options,
                               grpc::ServerBuilder* builder);

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_SERVER_HALF_H_
