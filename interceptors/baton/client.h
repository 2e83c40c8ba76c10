// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CLIENT_H_
#define BATON_CLIENT_H_

#include "baton/base/export.h"

#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "baton/attempt_outcome.h"
#include "baton/backoff.h"
#include "baton/call_log.h"
#include "baton/call_observer.h"
#include "baton/call_overrides.h"
#include "baton/call_report.h"
#include "baton/classifier.h"
#include "baton/client_options.h"
#include "baton/interceptor_factories.h"
#include "baton/misuse.h"
#include "baton/policy/core_retries.h"
#include "baton/policy/retry_stop.h"
#include "baton/status_classifier.h"
#include "baton/stop_reason.h"
#include "grpcpp/channel.h"
#include "grpcpp/client_context.h"
#include "grpcpp/security/credentials.h"
#include "grpcpp/support/channel_arguments.h"

// The client side of Baton: channels whose calls have deadlines, safe retries
// and a `retry-budget` header.
//
//   baton::ClientOptions options;
//   absl::StatusOr<std::shared_ptr<grpc::Channel>> channel =
//       baton::CreateChannel("dns:///inventory:443", credentials, options);
//   if (!channel.ok()) ...  // The status names the invalid options.
//   auto stub = shop::v1::Inventory::NewStub(*channel);
//
// After each call, whether it succeeded or not:
//
//   if (auto report = baton::GetCallReport(context); report.has_value()) {
//     std::clog << baton::OneLine(*report) << "\n";
//   }
namespace BATON_EXPORT baton {

// Creates a channel whose calls have deadlines, follow the retry policy and
// carry the `retry-budget` header. The channel uses `arguments`, except for
// gRPC's own retries: `options.core_retries` decides about these.
// `interceptors` run once per attempt, after Baton in the interceptor chain.
//
// Returns INVALID_ARGUMENT if an argument or the policy is invalid. The message
// lists all errors of the policy. With kTransparentOnly, gRPC ignores the retry
// policies of the resolver, but not a retry policy in `arguments`. The retries
// of a policy in `arguments` would multiply Baton's retries. If the service
// config in `arguments` has a retry policy, this function therefore also
// returns INVALID_ARGUMENT. Like grpc::CreateChannel(), this function does not
// connect.
absl::StatusOr<std::shared_ptr<grpc::Channel>> CreateChannel(
    const std::string& target,
    const std::shared_ptr<grpc::ChannelCredentials>& credentials,
    ClientOptions options,
    const grpc::ChannelArguments& arguments = grpc::ChannelArguments(),
    ClientInterceptorFactories interceptors = {});

// Returns Baton's interceptors for a channel that the application creates
// itself. In the list of that channel's interceptors, they must come first.
// Channels with the same `target` share one process budget.
//
// Also apply ConfigureCoreRetries() to the arguments of the channel. Otherwise
// gRPC's own retries may multiply Baton's retries. Baton cannot see these
// arguments. It therefore always assumes CoreRetries::kUnchanged for such a
// channel.
absl::StatusOr<ClientInterceptorFactories> ClientInterceptors(
    const std::string& target, ClientOptions options);

// Sets the channel arguments for gRPC's own retries to the same values as
// CreateChannel().
void ConfigureCoreRetries(CoreRetries core_retries,
                          grpc::ChannelArguments* arguments);

// Sets options that replace options of the policy for the call of `context`.
// Use this function before the call starts. If it is used again for the same
// context, the new options replace all earlier ones. The options have no effect
// on a channel without Baton. If a value is invalid, returns INVALID_ARGUMENT
// and sets nothing.
absl::Status SetCallOverrides(grpc::ClientContext* context,
                              CallOverrides overrides);

// Returns the report of the call of `context`. Returns nullopt until the call
// has ended, and for a call on a channel without Baton.
std::optional<CallReport> GetCallReport(const grpc::ClientContext& context);

}  // namespace baton

#endif  // BATON_CLIENT_H_
