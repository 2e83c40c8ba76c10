// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/driver/attempt_factory.h"

#include <utility>

#include "baton/core/wire/retry_budget_codec.h"
#include "baton/rpc/call/budget_metadata.h"
#include "baton/rpc/call/call_route.h"
#include "baton/rpc/call/channel_selection.h"
#include "baton/rpc/grpc/application_metadata.h"
#include "baton/rpc/grpc/attempt_context.h"
#include "baton/rpc/grpc/connection_watcher.h"
#include "baton/rpc/grpc/context_access.h"

namespace baton::rpc {

StreamAttemptFactory::StreamAttemptFactory(
    CapturedCall& captured, grpc::internal::RpcMethod::RpcType type,
    ContextExtension& extension, CallLedger& ledger,
    CallReportWriter& report_writer, RunningAttempts& running)
    : captured_(captured),
      type_(type),
      extension_(extension),
      ledger_(ledger),
      report_writer_(report_writer),
      running_(running),
      channel_(ChannelOf(*captured.application_context)) {}

void StreamAttemptFactory::ReleaseContext() {
  const MutexLock lock(context_mutex_);
  context_released_ = true;
}

std::shared_ptr<StreamAttempt> StreamAttemptFactory::Make(
    std::shared_ptr<StreamOwner> owner) {
  std::shared_ptr<StreamAttempt> attempt;
  {
    const MutexLock lock(context_mutex_);
    if (context_released_) return nullptr;
    const AttemptFacts facts =
        StartAttempt(captured_, ledger_, /*is_hedge=*/!running_.empty());
    attempt =
        std::make_shared<StreamAttempt>(std::move(owner), TargetOf(facts));
    attempt->facts = facts;
    PrepareAttempt(captured_, attempt->facts, &attempt->context);
  }
  AttemptContextMetadata metadata(attempt->context);
  report_writer_.OnAttemptStart(attempt->facts, metadata);
  Add(attempt);
  return attempt;
}

StreamTarget StreamAttemptFactory::TargetOf(const AttemptFacts& facts) {
  // The plan's own name goes into the report.
  if (method_ == nullptr) {
    method_ = std::make_shared<const std::string>(plan().method.str());
  }
  StreamTarget target{captured_.channel_below, method_, type_};
  if (facts.fallback > 0) {
    target.channel = ChannelAt(captured_, facts.fallback);
  } else if (target.channel == nullptr) {
    // A stream in place: its channel has no other interceptors, and Baton's
    // leaves attempts alone.
    target.channel = channel_;
  }
  return target;
}

std::shared_ptr<StreamAttempt> StreamAttemptFactory::MakeInPlace(
    std::shared_ptr<StreamOwner> owner, ApplicationQueue queue,
    std::multimap<std::string, std::string>& metadata) {
  captured_.metadata = metadata;
  auto attempt = std::make_shared<StreamAttempt>(
      std::move(owner), *captured_.application_context, queue);
  attempt->facts = StartAttempt(captured_, ledger_, /*is_hedge=*/false);
  // A later attempt that wins replaces it.
  extension_.SetAuthContextOf(attempt->application_call->get());
  // Later attempts use the copy, which has no changes.
  MetadataChanges changes;
  ApplicationMetadata sent(metadata, changes);
  if (plan().IsExternal()) {
    sent.Remove(core::kRetryBudgetKey);
  } else {
    SetBudgetMetadata(attempt->facts.header, sent);
  }
  report_writer_.OnAttemptStart(attempt->facts, sent);
  const Deadline deadline = plan().deadline.deadline;
  if (plan().own_deadline.IsNone() && !deadline.IsNone()) {
    sent.SetTimeout(deadline.Remaining(plan().runtime().Now()));
  }
  Add(attempt);
  return attempt;
}

void StreamAttemptFactory::Add(const std::shared_ptr<StreamAttempt>& attempt) {
  running_.Add(attempt,
               running_.IsWatched() && HasConnection(attempt->facts.fallback));
}

bool StreamAttemptFactory::HasConnection(int channel_index) const {
  if (channel_index == CallRoute::kPrimary) {
    return channel_ != nullptr && IsConnected(*channel_);
  }
  return IsConnected(*plan().channel->fallback(channel_index).channel());
}

}  // namespace baton::rpc
