// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CLIENT_H_
#define BATON_CLIENT_H_

#include <optional>

#include "absl/status/status.h"
#include "baton/core/decision/classifier.h"
#include "baton/core/decision/status_classifier.h"
#include "baton/core/report/attempt_observer.h"
#include "baton/core/report/call_log.h"
#include "baton/core/report/call_observer_list.h"
#include "baton/core/report/call_report.h"
#include "baton/rpc/channel/call_overrides.h"
#include "baton/rpc/channel/client_options.h"
#include "baton/rpc/client/create_channel.h"
#include "grpcpp/client_context.h"

// The client's side: channels whose calls have deadlines, safe retries and a
// retry budget.
//
//   baton::ClientOptions options;
//   options.policy = baton::LoadPolicyFile("policy.textproto")->policy;
//   auto channel = *baton::CreateChannel("dns:///inventory:443", credentials,
//                                        options);
//   auto stub = shop::v1::Inventory::NewStub(channel);
//
// and after any call, whether it succeeded or not:
//
//   if (auto report = baton::GetCallReport(context); report.has_value()) {
//     LOG << baton::OneLine(*report);
//   }
namespace baton {

using rpc::ClientInterceptorFactories;
using rpc::ClientInterceptors;
using rpc::ClientOptions;
using rpc::ConfigureCoreRetries;
using rpc::CoreRetries;
using rpc::CreateChannel;
using rpc::MessageCodec;

// For a classifier of one's own.
using core::AttemptOrigin;
using core::AttemptOutcome;
using core::Classifier;
using core::OutcomeClass;
using core::StatusClassifier;

// For an observer of one's own, and for several of them.
using core::CallObserver;
using core::CallObserverFactory;
using core::CombineCallObservers;

// A line for each call that failed or was retried.
using core::CallLogEntry;
using core::NewCallLog;

using core::AttemptReport;
using core::CallReport;
using core::MultiLine;
using core::OneLine;
using core::StopReason;

using rpc::CallOverrides;

// What the call of `context` wants different from its method's policy. Before
// the call; a second time replaces the first. On a channel without Baton it
// has no effect. INVALID_ARGUMENT, and nothing set, if a value is not allowed.
absl::Status SetCallOverrides(grpc::ClientContext* context,
                              CallOverrides overrides);

// What the call of `context` did. nullopt until it has ended, and for calls on
// a channel without Baton.
std::optional<CallReport> GetCallReport(const grpc::ClientContext& context);

}  // namespace baton

#endif  // BATON_CLIENT_H_
