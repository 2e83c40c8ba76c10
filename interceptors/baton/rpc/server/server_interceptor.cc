// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/server/server_interceptor.h"

#include <optional>

#include "baton/core/decision/request_advice.h"
#include "baton/core/limits/expired_request_rejection.h"
#include "baton/real_clock.h"
#include "baton/rpc/grpc/convert.h"
#include "baton/rpc/grpc/status_details.h"
#include "baton/rpc/request/request_registry.h"
#include "baton/rpc/server/advice_writer.h"
#include "baton/rpc/server/inbound_metadata.h"
#include "baton/rpc/server/rejection_status.h"

namespace baton::rpc {
namespace {

absl::string_view MethodOf(const ServerRpcInfo& info) {
  // The shutdown of a completion queue creates calls without a method.
  return info.method() == nullptr ? "" : info.method();
}

}  // namespace

ServerInterceptor::~ServerInterceptor() {
  if (record_ == nullptr) return;
  if (!answered_) {
    record_->OnAnswered(absl::StatusCode::kCancelled);
    OnEnd(absl::StatusCode::kCancelled);
  }
  UnregisterRequest(*record_);
}

void ServerInterceptor::Intercept(InterceptorBatchMethods* batch) {
  if (batch->QueryInterceptionHookPoint(Hook::POST_RECV_INITIAL_METADATA)) {
    OnRequest(*batch);
  }
  if (batch->QueryInterceptionHookPoint(Hook::PRE_SEND_STATUS)) {
    OnAnswer(*batch);
  }
  batch->Proceed();
}

void ServerInterceptor::OnRequest(InterceptorBatchMethods& batch) {
  grpc::ServerContextBase* const context = info_.server_context();
  const InboundMetadata::Map* const map = batch.GetRecvInitialMetadata();
  if (record_ != nullptr || context == nullptr ||
      context->c_call() == nullptr || map == nullptr) {
    return;
  }
  const InboundMetadata metadata(*map);
  arrived_at_ = RealClock().Now();
  sender_takes_part_ = metadata.HasBudget();
  const InboundGrant inbound =
      server_->WithListener([&](const ListenerOptions& listener) {
        return metadata.Resolve(listener, *context);
      });
  server_->counters().OnRequest(inbound);
  server_->retry_share().OnRequest(inbound.is_retry, arrived_at_);
  record_ = std::make_shared<RequestRecord>(
      context->c_call(), inbound, FromGrpcDeadline(context->raw_deadline()));
  const absl::Duration remaining = record_->deadline().Remaining(arrived_at_);
  const core::DeadlineRefusal::Verdict verdict =
      server_->deadline_refusal().OnRequest(remaining, arrived_at_);
  refusal_ = verdict.refusal;
  if (!verdict.only_observed) record_->Refuse(verdict.refusal);

  if (server_->observers() != nullptr) {
    report_ = std::make_unique<RequestReport>();
    report_->method = std::string(MethodOf(info_));
    report_->inbound = inbound;
    report_->timeout = remaining;
    const std::string peer = context->peer();
    RequestStart start;
    start.method = report_->method;
    start.peer = peer;
    start.inbound = inbound;
    start.timeout = report_->timeout;
    start.metadata = &metadata;
    record_->Watch(server_->observers()->OnRequestStart(start));
  }
  RegisterRequest(record_);
}

void ServerInterceptor::OnAnswer(InterceptorBatchMethods& batch) {
  if (record_ == nullptr || answered_) return;
  answered_ = true;
  core::RequestAnswer answer;
  grpc::Status status = batch.GetSendStatus();
  if (record_->turned_away() == RequestRecord::TurnedAway::kByLibrary) {
    status = RefusalStatus(refusal_, record_->deadline().Remaining(arrived_at_),
                           server_->hopeless());
    batch.ModifySendStatus(status);
  }
  answer.code = FromGrpcCode(status.error_code());
  answer.refusal = RefusedFor();
  answer.sender_takes_part = sender_takes_part_;
  const RequestRecord::Answer said = record_->OnAnswered(answer.code);
  answer.from_application = said.from_application;
  answer.objection = said.objection;
  answer.used = said.used;
  const MonotonicTime now = RealClock().Now();
  const bool succeeded = answer.code == absl::StatusCode::kOk;
  if (record_->inbound().is_retry) {
    server_->retry_share().OnRetryAnswered(succeeded, now);
  }
  answer.too_many_retries =
      !succeeded && server_->retry_share().TooManyRetries(now);

  const std::optional<RetryAdvice> advice = core::AdviseOn(answer);
  if (advice.has_value()) {
    if (advice->verdict == RetryAdvice::Verdict::kNo) {
      server_->counters().OnAdvisedAgainst();
    }
    if (auto* const trailers = batch.GetSendTrailingMetadata()) {
      WriteAdvice(*advice, *trailers);
    }
    if (said.fill_retry_info &&
        advice->verdict == RetryAdvice::Verdict::kAfter) {
      batch.ModifySendStatus(WithRetryInfo(status, advice->delay));
    }
  }
  if (report_ != nullptr) {
    report_->advice = advice;
    report_->calls = said.calls;
  }
  OnEnd(answer.code);
}

void ServerInterceptor::OnEnd(absl::StatusCode code) {
  const bool refused = RefusedFor() != RequestRefusal::kNone;
  if (refusal_ != RequestRefusal::kNone) {
    server_->counters().OnRefusal(/*only_observed=*/!refused);
  }
  if (record_->observer() == nullptr) return;
  report_->refusal = refusal_;
  report_->refusal_only_observed =
      refusal_ != RequestRefusal::kNone && !refused;
  report_->code = code;
  report_->lasted = RealClock().Now() - arrived_at_;
  record_->observer()->OnRequestEnd(*report_);
}

RequestRefusal ServerInterceptor::RefusedFor() const {
  return record_->turned_away() == RequestRecord::TurnedAway::kNot
             ? RequestRefusal::kNone
             : refusal_;
}

Interceptor* ServerInterceptorFactory::CreateServerInterceptor(
    ServerRpcInfo* info) {
  return new ServerInterceptor(server_, *info);
}

}  // namespace baton::rpc
