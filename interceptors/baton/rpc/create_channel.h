// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CREATE_CHANNEL_H_
#define BATON_RPC_CREATE_CHANNEL_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "baton/rpc/client_options.h"
#include "baton/rpc/interception.h"
#include "grpcpp/channel.h"
#include "grpcpp/security/credentials.h"
#include "grpcpp/support/channel_arguments.h"

namespace baton::rpc {

using ClientInterceptorFactories =
    std::vector<std::unique_ptr<ClientInterceptorFactoryInterface>>;

// Creates a channel whose calls have deadlines, follow the retry policy and
// carry the `retry-budget` header. `arguments` apply, but
// `options.core_retries` decides about gRPC's own retries. `interceptors` run
// once per attempt, after Baton in the interceptor chain.
//
// Returns INVALID_ARGUMENT with a list of all errors if the options or the
// policy are invalid. The same holds if `arguments` set a service config with a
// retry policy, because its retries would multiply Baton's. Does not connect,
// like gRPC's own function.
absl::StatusOr<std::shared_ptr<grpc::Channel>> CreateChannel(
    const std::string& target,
    const std::shared_ptr<grpc::ChannelCredentials>& credentials,
    ClientOptions options,
    const grpc::ChannelArguments& arguments = grpc::ChannelArguments(),
    ClientInterceptorFactories interceptors = {});

// Returns interceptors for channels that the application creates itself. They
// must precede all other interceptors. Channels with the same `target` share
// their process budget. Apply ConfigureCoreRetries() to the arguments of the
// channel. Otherwise gRPC's own retries may multiply Baton's. In both cases
// Baton assumes CoreRetries::kAsIs.
absl::StatusOr<ClientInterceptorFactories> ClientInterceptors(
    const std::string& target, ClientOptions options);

// Sets the channel arguments for gRPC's own retries, as CreateChannel() does.
void ConfigureCoreRetries(CoreRetries core_retries,
                          grpc::ChannelArguments* arguments);

}  // namespace baton::rpc

#endif  // BATON_RPC_CREATE_CHANNEL_H_
