// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CLIENT_H_
#define BATON_CLIENT_H_

#include <optional>

#include "absl/status/status.h"
#include "baton/core/attempt_observer.h"
#include "baton/core/call_log.h"
#include "baton/core/call_observer_list.h"
#include "baton/core/call_report.h"
#include "baton/core/classifier.h"
#include "baton/core/status_classifier.h"
#include "baton/rpc/call_overrides.h"
#include "baton/rpc/client_options.h"
#include "baton/rpc/create_channel.h"
#include "grpcpp/client_context.h"

// The client side: channels whose calls have deadlines, safe retries and a
// `retry-budget` header.
//
//   baton::ClientOptions options;
//   options.policy = baton::LoadPolicyFile("policy.textproto")->policy;
//   auto channel = *baton::CreateChannel("dns:///inventory:443", credentials,
//                                        options);
//   auto stub = shop::v1::Inventory::NewStub(channel);
//
// After each call, whether it succeeded or not:
//
//   if (auto report = baton::GetCallReport(context); report.has_value()) {
//     std::clog << baton::OneLine(*report) << "\n";
//   }
namespace baton {

using rpc::ClientInterceptorFactories;
using rpc::ClientInterceptors;
using rpc::ClientOptions;
using rpc::ConfigureCoreRetries;
using rpc::CoreRetries;
using rpc::CreateChannel;
using rpc::MessageCodec;

// Base and default of application classifiers.
using core::AttemptOrigin;
using core::AttemptOutcome;
using core::Classifier;
using core::OutcomeClass;
using core::StatusClassifier;

// Base of application observers, and a function that combines several.
using core::CallObserver;
using core::CallObserverFactory;
using core::CombineCallObservers;

// A log line for each call that failed or was retried.
using core::CallLogEntry;
using core::NewCallLog;

using core::AttemptReport;
using core::CallReport;
using core::MultiLine;
using core::OneLine;
using core::StopReason;

using rpc::CallOverrides;

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
