// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CHANNEL_EXTERNAL_CHANNELS_H_
#define BATON_RPC_CHANNEL_EXTERNAL_CHANNELS_H_

#include <memory>

#include "grpcpp/channel.h"

namespace baton::rpc {

// Remembers that the channel is external until it is destroyed: see
// ClientOptions::external. A grpc::Channel does not show its options.
// Thread-safe.
void NoteExternalChannel(const std::shared_ptr<grpc::Channel>& channel);

// Returns whether the channel was noted. Thread-safe.
bool IsExternalChannel(const std::shared_ptr<grpc::Channel>& channel);

}  // namespace baton::rpc

#endif  // BATON_RPC_CHANNEL_EXTERNAL_CHANNELS_H_
