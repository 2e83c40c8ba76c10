// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CLIENT_H_
#define BATON_CLIENT_H_

#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "baton/attempt_outcome.h"
#include "baton/call_log.h"
#include "baton/call_observer.h"
#include "baton/call_overrides.h"
#include "baton/call_report.h"
#include "baton/classifier.h"
#include "baton/client_options.h"
#include "baton/core_retries.h"
#include "baton/interceptor_factories.h"
#include "baton/status_classifier.h"
#include "baton/stop_reason.h"
#include "grpcpp/channel.h"
#include "grpcpp/client_context.h"
#include "grpcpp/security/credentials.h"
#include "grpcpp/support/channel_arguments.h"

namespace baton {

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

// Sets the values that override the policy for the call of `context`. Must run
// before the call. A second call of this function replaces the first values.
// Has no effect on a channel without Baton. Returns INVALID_ARGUMENT, and sets
// nothing, if a value is invalid.
absl::Status SetCallOverrides(grpc::ClientContext* context,
                              CallOverrides overrides);

// Returns the report on the call of `context`. Returns nullopt until the call
// has ended, and for a call on a channel without Baton.
std::optional<CallReport> GetCallReport(const grpc::ClientContext& context);

}  // namespace baton

#endif  // BATON_CLIENT_H_
