// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/request_scope.h"

#include <algorithm>
#include <utility>

#include "baton/rpc/grpc/context_access.h"
#include "baton/rpc/request/context_extension.h"
#include "baton/rpc/request/current_request.h"
#include "baton/rpc/request/request_record.h"
#include "baton/rpc/request/request_registry.h"
#include "baton/rpc/server/repeated_answer.h"
#include "baton/rpc/server/request_content.h"

namespace baton {

RequestScope::RequestScope(std::shared_ptr<rpc::RequestRecord> record)
    : record_(std::move(record)) {}

RequestScope RequestScope::From(grpc::ServerContextBase* context) {
  if (context == nullptr) return RequestScope();
  return RequestScope(rpc::FindRequest(context->c_call()));
}

RequestScope RequestScope::Current() {
  return RequestScope(rpc::CurrentRequest());
}

RequestScope RequestScope::Background() {
  RequestScope scope;
  scope.is_background_ = true;
  return scope;
}

std::unique_ptr<grpc::ClientContext> RequestScope::NewClientContext() const {
  auto context = std::make_unique<grpc::ClientContext>();
  if (record_ != nullptr) {
    rpc::LinkToParent(*context, record_->call(), grpc::PropagationOptions());
  }
  Attach(context.get());
  return context;
}

void RequestScope::Attach(grpc::ClientContext* context) const {
  if (is_background_) {
    rpc::ContextExtension::FindOrAttach(*context).SetBackground();
  }
  if (record_ == nullptr) return;
  rpc::ContextExtension::FindOrAttach(*context).SetRequest(record_);
}

void RequestScope::DoNotRetry(RetryAdvice::Reason reason,
                              RetryAdvice::Scope scope) const {
  if (record_ == nullptr) return;
  RetryAdvice advice;
  advice.verdict = RetryAdvice::Verdict::kNo;
  advice.reason = reason;
  advice.scope = scope;
  record_->Advise(advice, /*fill_retry_info=*/false);
}

void RequestScope::RetryAfter(absl::Duration delay,
                              bool fill_retry_info) const {
  if (record_ == nullptr) return;
  RetryAdvice advice;
  advice.verdict = RetryAdvice::Verdict::kAfter;
  advice.delay = std::max(delay, absl::ZeroDuration());
  record_->Advise(advice, fill_retry_info);
}

absl::string_view RequestScope::idempotency_key() const {
  return record_ == nullptr ? absl::string_view() : record_->key().text();
}

std::optional<grpc::Status> RequestScope::FindAnswer(
    grpc::ServerContext* context, const google::protobuf::MessageLite& request,
    google::protobuf::MessageLite* response) const {
  if (record_ == nullptr) return std::nullopt;
  rpc::RequestKey& key = record_->key();
  key.NoteHonored();
  rpc::RequestReplay* const replay = key.replay();
  if (replay != nullptr) {
    // The queue does not know whether the method is read-only.
    replay->SetRequest(key.CallerOf(*context), rpc::FingerprintOf(request),
                       /*is_read_only=*/false);
    if (!replay->Begin().has_value()) {
      replay->Reject(ReplayResult::kTooManyWait);
    }
    if (core::Runs(replay->result())) return std::nullopt;
  } else if (key.error().empty()) {
    return std::nullopt;
  }
  const rpc::RepeatedAnswer answer = rpc::AnswerTo(*record_, *context);
  if (answer.status.ok() && !response->ParseFromString(answer.response)) {
    return grpc::Status(grpc::StatusCode::INTERNAL,
                        "idempotency-key: the stored answer is of another "
                        "message class");
  }
  return answer.status;
}

void RequestScope::NotExecuted() const {
  if (record_ != nullptr) record_->key().NoteNotExecuted();
}

bool RequestScope::ShouldStart() const {
  if (record_ == nullptr) return true;
  if (rejected()) return false;
  rpc::CancelledWork& cancelled_work = record_->cancelled_work();
  cancelled_work.OnCheckedByApplication();
  // A synchronous handler learns of its cancellation only if it asks.
  const grpc::ServerContextBase* const context =
      rpc::SyncHandlerScope::ContextOf(record_.get());
  if (!cancelled_work.closed() &&
      (context == nullptr || !context->IsCancelled())) {
    return true;
  }
  if (!cancelled_work.enforced()) {
    cancelled_work.OnObserved();
    return true;
  }
  record_->Reject(RequestRejection::kCancelled);
  record_->OnRejected(rpc::RequestRecord::RejectedBy::kByApplication);
  return false;
}

bool RequestScope::rejected() const {
  if (record_ == nullptr || record_->rejection() == RequestRejection::kNone) {
    return false;
  }
  record_->OnRejected(rpc::RequestRecord::RejectedBy::kByApplication);
  return true;
}

absl::Duration RequestScope::Remaining() const {
  if (record_ == nullptr) return absl::InfiniteDuration();
  return record_->Remaining();
}

std::optional<int> RequestScope::grant() const {
  if (record_ == nullptr) return std::nullopt;
  return record_->inbound().grant;
}

int RequestScope::hop() const {
  return record_ == nullptr ? 0 : record_->inbound().hop;
}

ScopedAttach::ScopedAttach(const RequestScope& scope)
    : scope_(std::make_unique<rpc::CurrentRequestScope>(
          scope.record_, scope.is_background_)) {}

ScopedAttach::~ScopedAttach() = default;

}  // namespace baton
