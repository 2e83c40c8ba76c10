// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/server/request_scope.h"

#include <algorithm>
#include <utility>

#include "baton/rpc/grpc/context_access.h"
#include "baton/rpc/request/context_extension.h"
#include "baton/rpc/request/request_registry.h"
#include "baton/rpc/runtime/real_clock.h"

namespace baton::rpc {

RequestScope::RequestScope(std::shared_ptr<RequestRecord> record)
    : record_(std::move(record)) {}

RequestScope RequestScope::From(grpc::ServerContextBase* context) {
  if (context == nullptr) return RequestScope();
  return RequestScope(FindRequest(context->c_call()));
}

RequestScope RequestScope::Current() { return RequestScope(CurrentRequest()); }

std::unique_ptr<grpc::ClientContext> RequestScope::NewClientContext() const {
  auto context = std::make_unique<grpc::ClientContext>();
  if (record_ != nullptr) {
    LinkToParent(*context, record_->call(), grpc::PropagationOptions());
    Attach(context.get());
  }
  return context;
}

void RequestScope::Attach(grpc::ClientContext* context) const {
  if (record_ == nullptr) return;
  ContextExtension::FindOrAttach(*context).SetRequest(record_);
}

void RequestScope::DoNotRetry(core::RetryAdvice::Why why) const {
  if (record_ == nullptr) return;
  core::RetryAdvice advice;
  advice.verdict = core::RetryAdvice::Verdict::kNo;
  advice.why = why;
  record_->Advise(advice, /*fill_retry_info=*/false);
}

void RequestScope::RetryAfter(absl::Duration delay,
                              bool fill_retry_info) const {
  if (record_ == nullptr) return;
  core::RetryAdvice advice;
  advice.verdict = core::RetryAdvice::Verdict::kAfter;
  advice.delay = std::max(delay, absl::ZeroDuration());
  record_->Advise(advice, fill_retry_info);
}

bool RequestScope::refused() const {
  if (record_ == nullptr || record_->refusal() == core::RequestRefusal::kNone) {
    return false;
  }
  record_->OnTurnedAway(RequestRecord::TurnedAway::kByApplication);
  return true;
}

absl::Duration RequestScope::Remaining() const {
  if (record_ == nullptr) return absl::InfiniteDuration();
  return record_->deadline().Remaining(RealClock().Now());
}

std::optional<int> RequestScope::grant() const {
  if (record_ == nullptr) return std::nullopt;
  return record_->inbound().grant;
}

int RequestScope::hop() const {
  return record_ == nullptr ? 0 : record_->inbound().hop;
}

}  // namespace baton::rpc
