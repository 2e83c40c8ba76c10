// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/shop/server_half.h"

namespace baton::stack {

absl::Status InstallServerHalf(Layer /*layer*/,
                               const ChannelOptions& /*options*/,
                               grpc::ServerBuilder* /*builder*/) {
  return absl::OkStatus();
}

}  // namespace baton::stack
