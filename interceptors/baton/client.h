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

// The client side: channels whose calls have deadlines, safe retries and a
// `retry-budget` header.
//
//   baton::ClientOptions options;
//   absl::StatusOr<std::shared_ptr<grpc::Channel>> channel =
//       baton::CreateChannel("dns:///inventory:443", credentials, options);
//   if (!channel.ok()) ...  // The status lists every invalid option.
//   auto stub = shop::v1::Inventory::NewStub(*channel);
//
// After each call, whether it succeeded or not:
//
//   if (auto report = baton::GetCallReport(context); report.has_value()) {
//     std::clog << baton::OneLine(*report) << "\n";
//   }
namespace baton {

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
// Baton assumes CoreRetries::kUnchanged.
absl::StatusOr<ClientInterceptorFactories> ClientInterceptors(
    const std::string& target, ClientOptions options);

// Sets the channel arguments for gRPC's own retries, as CreateChannel() does.
void ConfigureCoreRetries(CoreRetries core_retries,
                          grpc::ChannelArguments* arguments);

// Sets how the call of `context` differs from the policy of its method. Call it
// before the call starts. A second call replaces the overrides. They have no
// effect on a channel without Baton. Returns INVALID_ARGUMENT and sets nothing
// if a value is not allowed.
absl::Status SetCallOverrides(grpc::ClientContext* context,
                              CallOverrides overrides);

// Returns the report of the call of `context`. Returns nullopt until the call
// has ended, and for a call on a channel without Baton.
std::optional<CallReport> GetCallReport(const grpc::ClientContext& context);

}  // namespace baton

#endif  // BATON_CLIENT_H_
