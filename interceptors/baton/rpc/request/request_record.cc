// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/request/request_record.h"

#include <utility>

namespace baton::rpc {

RequestRecord::RequestRecord(grpc_call* call, const InboundGrant& inbound,
                             Deadline deadline, const Runtime& runtime,
                             const CancelledRequestOptions& cancelled_requests,
                             std::shared_ptr<StallTicker> stall_ticker)
    : call_(call),
      inbound_(inbound),
      deadline_(deadline),
      runtime_(runtime),
      cancelled_work_(cancelled_requests, std::move(stall_ticker)),
      grant_(inbound) {
  grpc_call_ref(call_);
}

RequestRecord::~RequestRecord() { grpc_call_unref(call_); }

void RequestRecord::Watch(std::unique_ptr<RequestObserver> observer) {
  observer_ = std::move(observer);
}

std::optional<int> RequestRecord::OnCallStarted() {
  calls_.fetch_add(1, std::memory_order_relaxed);
  return grant_.OnCallStarted();
}

void RequestRecord::OnCallEnded(const CallEnd& end) {
  const auto index = static_cast<std::size_t>(end.code);
  if (index < kCodes) {
    // The handler has recovered from an earlier failure with this code, so a
    // call without an objection also replaces an earlier objection.
    objections_[index].store(end.objection.has_value()
                                 ? static_cast<uint8_t>(*end.objection) + 1
                                 : 0,
                             std::memory_order_relaxed);
  }
  if (end.outcome_unknown && index < kCodes) {
    unknown_codes_.fetch_or(uint32_t{1} << index, std::memory_order_relaxed);
  }
  grant_.OnCallEnded(end.used);
}

void RequestRecord::Advise(const RetryAdvice& advice, bool fill_retry_info) {
  const MutexLock lock(mutex_);
  from_application_ = advice;
  fill_retry_info_ = fill_retry_info;
}

RequestRecord::Response RequestRecord::OnResponse(absl::StatusCode code) {
  Response response;
  response.used = grant_.OnResponse();
  response.calls = calls_.load(std::memory_order_relaxed);
  const auto index = static_cast<std::size_t>(code);
  if (index < kCodes) {
    const uint8_t said = objections_[index].load(std::memory_order_relaxed);
    if (said > 0) {
      response.objection = static_cast<RetryAdvice::Reason>(said - 1);
    }
    response.outcome_unknown =
        (unknown_codes_.load(std::memory_order_relaxed) >> index & 1) != 0;
  }
  const MutexLock lock(mutex_);
  response.from_application = from_application_;
  response.fill_retry_info = fill_retry_info_;
  return response;
}

}  // namespace baton::rpc
