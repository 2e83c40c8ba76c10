// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/server/server_interceptor.h"

#include <optional>

#include "baton/core/limits/expired_request_rejection.h"
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
  if (!responded_) {
    record_->OnResponse(absl::StatusCode::kCancelled);
    keyed_->EndCancelled();
    OnEnd(absl::StatusCode::kCancelled);
  }
  UnregisterRequest(*record_);
}

void ServerInterceptor::Intercept(InterceptorBatchMethods* batch) {
  if (batch->QueryInterceptionHookPoint(Hook::POST_RECV_INITIAL_METADATA)) {
    OnRequest(*batch);
  }
  if (batch->QueryInterceptionHookPoint(Hook::PRE_SEND_STATUS)) {
    if (record_ != nullptr && !responded_ && keyed_->MustNotBlock()) {
      // gRPC keeps the batch and this object until the batch proceeds.
      server_->runtime().Post([this, batch] {
        OnResponse(*batch);
        batch->Proceed();
      });
      return;
    }
    OnResponse(*batch);
  }
  // May run at the same time as the hooks of the response.
  if (batch->QueryInterceptionHookPoint(Hook::POST_RECV_CLOSE) &&
      record_ != nullptr) {
    record_->cancelled_work().OnClosed();
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
  arrived_at_ = server_->runtime().Now();
  const InboundMetadata::Resolved resolved = metadata.Resolve(
      settings_.inbound_grant(), settings_.other_inbound_grant(), *context,
      server_->ConnectionOf(*context));
  const InboundGrant& inbound = resolved.grant;
  // To a sender whose header is stripped, this server does not participate.
  sender_participates_ = metadata.HasBudgetHeader() && inbound.trusted;
  server_->counters().OnRequest(inbound);
  retry_ratio_limiter_ =
      server_->retry_ratio_limiters().Find(MethodOf(info_), resolved.caller);
  if (retry_ratio_limiter_ != nullptr) {
    retry_ratio_limiter_->OnRequest(settings_.retry_ratio_limit(),
                                    inbound.is_retry, arrived_at_);
  }
  if (settings_.cancelled_requests().mode == Mode::kEnforce) {
    server_->stall_ticker()->OnRequest(arrived_at_);
  }
  record_ = std::make_shared<RequestRecord>(
      context->c_call(), inbound,
      FromGrpcDeadline(context->raw_deadline(), arrived_at_),
      server_->runtime(), settings_.cancelled_requests(),
      server_->stall_ticker());
  keyed_.emplace(*server_, *record_);
  if (info_.type() == ServerRpcInfo::Type::UNARY) {
    keyed_->TakeKey(MethodOf(info_), settings_, metadata, inbound);
  } else {
    // Streams have no keys, so nothing is promised.
    record_->key().NoteHonored();
  }
  const absl::Duration remaining = record_->deadline().Remaining(arrived_at_);
  const core::ExpiredRequestRejection::Verdict verdict =
      server_->expired_request_rejection().OnRequest(
          settings_.expired_requests(), remaining, arrived_at_);
  rejection_ = verdict.rejection;
  if (!verdict.only_observed) record_->Reject(verdict.rejection);

  if (server_->observers() != nullptr) {
    report_ = std::make_unique<RequestReport>();
    report_->method = std::string(MethodOf(info_));
    report_->inbound = inbound;
    report_->timeout = remaining;
    const std::string peer = context->peer();
    RequestStart start;
    start.method = report_->method;
    start.method_is_registered = server_->HasMethod(report_->method);
    start.peer = peer;
    start.inbound = inbound;
    start.timeout = report_->timeout;
    start.trace_context_is_trusted =
        inbound.trusted || server_->UsesTraceContextOfStrangers();
    start.metadata = &metadata;
    record_->Watch(server_->observers()->OnRequestStart(start));
  }
  RegisterRequest(record_);
}

bool ServerInterceptor::ExceedsRetryRatio(
    const core::ResponseFacts& response) const {
  if (retry_ratio_limiter_ == nullptr) return false;
  const MonotonicTime now = server_->runtime().Now();
  // Any caller can send a request that has no time left. How it ends says
  // nothing about the method.
  if (response.rejection != RequestRejection::kNone ||
      record_->deadline().Remaining(now) <= absl::ZeroDuration()) {
    return false;
  }
  return core::ExceedsRetryRatio(settings_.retry_ratio_limit(),
                                 *retry_ratio_limiter_, response.code,
                                 record_->inbound().is_retry, now);
}

void ServerInterceptor::OnResponse(InterceptorBatchMethods& batch) {
  if (record_ == nullptr || responded_) return;
  responded_ = true;
  core::ResponseFacts response;
  grpc::Status status = batch.GetSendStatus();
  if (record_->rejected_by() == RequestRecord::RejectedBy::kByLibrary) {
    status = RejectionStatus(RejectionFor(),
                             record_->deadline().Remaining(arrived_at_),
                             settings_.expired_requests().min_remaining);
    batch.ModifySendStatus(status);
  }
  response.code = FromGrpcCode(status.error_code());
  response.rejection = RejectionFor();
  response.sender_participates = sender_participates_;
  response.sender_is_trusted = record_->inbound().trusted;
  response.drops_cancelled_work = record_->cancelled_work().IsDropped();
  const RequestRecord::Response said = record_->OnResponse(response.code);
  if (said.from_application.verdict == RetryAdvice::Verdict::kAfter) {
    record_->key().NoteNotExecuted();
  }
  keyed_->StoreAnswer(batch, status);
  response.honors_idempotency_keys = keyed_->IsHonored();
  response.from_application = said.from_application;
  response.objection = said.objection;
  response.outcome_unknown = said.outcome_unknown;
  response.used = said.used;
  response.too_many_retries = ExceedsRetryRatio(response);

  const std::optional<RetryAdvice> advice = core::AdviseOn(response);
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
  OnEnd(response.code);
}

void ServerInterceptor::OnEnd(absl::StatusCode code) {
  const RequestRejection rejected_for = RejectionFor();
  const bool rejected = rejected_for != RequestRejection::kNone;
  RequestRejection rejection = rejected ? rejected_for : rejection_;
  if (!rejected && record_->cancelled_work().observed()) {
    rejection = RequestRejection::kCancelled;
  }
  if (rejection != RequestRejection::kNone) {
    server_->counters().OnRejection(rejection, /*only_observed=*/!rejected);
  }
  if (record_->observer() == nullptr) return;
  report_->rejection = rejection;
  report_->rejection_only_observed =
      rejection != RequestRejection::kNone && !rejected;
  keyed_->CopyTo(*report_);
  report_->code = code;
  report_->lasted = server_->runtime().Now() - arrived_at_;
  record_->observer()->OnRequestEnd(*report_);
}

RequestRejection ServerInterceptor::RejectionFor() const {
  return record_->rejected_by() == RequestRecord::RejectedBy::kNone
             ? RequestRejection::kNone
             : record_->rejection();
}

}  // namespace baton::rpc
