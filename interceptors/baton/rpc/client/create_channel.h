// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CLIENT_CREATE_CHANNEL_H_
#define BATON_RPC_CLIENT_CREATE_CHANNEL_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "baton/rpc/channel/client_options.h"
#include "baton/rpc/grpc/interception.h"
#include "grpcpp/channel.h"
#include "grpcpp/security/credentials.h"
#include "grpcpp/support/channel_arguments.h"

namespace baton::rpc {

using ClientInterceptorFactories =
    std::vector<std::unique_ptr<ClientInterceptorFactoryInterface>>;

// A channel whose calls have deadlines, are retried by the policy and carry the
// retry budget. `arguments` are taken over except for gRPC's own retries, of
// which `options.core_retries` decides. `interceptors` run once per attempt,
// closer to the wire than ours.
//
// INVALID_ARGUMENT with every bad field if the options or the policy are not
// valid, or if `arguments` give the channel a service config with a retry
// policy that would come on top of ours. Like gRPC's own function it does not
// connect.
absl::StatusOr<std::shared_ptr<grpc::Channel>> CreateChannel(
    const std::string& target,
    const std::shared_ptr<grpc::ChannelCredentials>& credentials,
    ClientOptions options,
    const grpc::ChannelArguments& arguments = grpc::ChannelArguments(),
    ClientInterceptorFactories interceptors = {});

// For those who build channels themselves: interceptors to be put before any
// others. Channels with the same `target` share their process budget. Such a
// channel should be created with the arguments that ConfigureCoreRetries sets,
// or gRPC's own retries may come on top of ours. Either way it is taken for
// CoreRetries::kAsIs.
absl::StatusOr<ClientInterceptorFactories> ClientInterceptors(
    const std::string& target, ClientOptions options);

// What CreateChannel does about gRPC's own retries.
void ConfigureCoreRetries(CoreRetries core_retries,
                          grpc::ChannelArguments* arguments);

}  // namespace baton::rpc

#endif  // BATON_RPC_CLIENT_CREATE_CHANNEL_H_
