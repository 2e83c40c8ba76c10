// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_REQUEST_REQUEST_RECORD_H_
#define BATON_RPC_REQUEST_REQUEST_RECORD_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/core/decision/request_grant.h"
#include "baton/deadline.h"
#include "baton/inbound_grant.h"
#include "baton/mutex.h"
#include "baton/request_observer.h"
#include "baton/request_report.h"
#include "baton/retry_advice.h"
#include "baton/rpc/request/cancelled_work.h"
#include "baton/rpc/runtime/runtime.h"
#include "baton/server_options.h"
#include "grpc/grpc.h"

namespace baton::rpc {

// The state of one request that this process serves. Owned by its server
// interceptor, by the calls of its handler, and by the scopes of the
// application. May outlive the request, but then gives no more grants.
// Thread-safe.
class RequestRecord {
 public:
  // `call` is the server call of the request. The record keeps it alive. Its
  // address therefore never names another server call while the record exists.
  RequestRecord(grpc_call* call, const InboundGrant& inbound, Deadline deadline,
                const Runtime& runtime = Runtime::Process(),
                const CancelledRequestOptions& cancelled_requests = {},
                std::shared_ptr<StallTicker> stall_ticker = nullptr);
  ~RequestRecord();
  RequestRecord(const RequestRecord&) = delete;
  RequestRecord& operator=(const RequestRecord&) = delete;

  grpc_call* call() const { return call_; }
  const InboundGrant& inbound() const { return inbound_; }
  Deadline deadline() const { return deadline_; }
  // Returns the time until the deadline, or infinity without a deadline.
  absl::Duration Remaining() const {
    return deadline_.Remaining(runtime_.Now());
  }

  // Sets the observer. Must run before any other thread can use the record.
  void Watch(std::unique_ptr<RequestObserver> observer);
  // Returns nullptr if there is no observer.
  RequestObserver* observer() const { return observer_.get(); }

  // Marks the request as one whose handler should not run.
  void Reject(RequestRejection rejection) {
    rejection_.store(rejection, std::memory_order_relaxed);
  }
  RequestRejection rejection() const {
    return rejection_.load(std::memory_order_relaxed);
  }

  CancelledWork& cancelled_work() { return cancelled_work_; }

  // Who has rejected the request.
  enum class RejectedBy : uint8_t { kNone, kByLibrary, kByApplication };
  void OnRejected(RejectedBy by) {
    rejected_by_.store(by, std::memory_order_relaxed);
  }
  RejectedBy rejected_by() const {
    return rejected_by_.load(std::memory_order_relaxed);
  }

  // Report the start and the end of a call that belongs to the request. See
  // RequestGrant. `objection` is the reason, if any, why the request should not
  // be repeated if it fails with the same code as the call.
  std::optional<int> OnCallStarted();
  void OnCallEnded(int used, absl::StatusCode code,
                   std::optional<RetryAdvice::Reason> objection);

  // Stores the application's advice about a repeated request. The latest one
  // counts.
  void Advise(const RetryAdvice& advice, bool fill_retry_info);

  // The data for the response of the handler. OnAnswered() ends the grant and
  // returns the data for a response with `code`.
  struct Response {
    std::optional<int> used;
    std::optional<RetryAdvice::Reason> objection;
    RetryAdvice from_application;
    bool fill_retry_info = false;
    int calls = 0;
  };
  Response OnResponse(absl::StatusCode code);

 private:
  static constexpr std::size_t kCodes = 17;

  grpc_call* const call_;
  const InboundGrant inbound_;
  const Deadline deadline_;
  const Runtime& runtime_;
  std::unique_ptr<RequestObserver> observer_;
  std::atomic<RequestRejection> rejection_{RequestRejection::kNone};
  CancelledWork cancelled_work_;
  std::atomic<RejectedBy> rejected_by_{RejectedBy::kNone};

  core::RequestGrant grant_;
  std::atomic<int> calls_{0};
  // Indexed by code: the objection of the latest call that ended with it, plus
  // one.
  std::array<std::atomic<uint8_t>, kCodes> objections_{};

  Mutex mutex_;
  RetryAdvice from_application_ ABSL_GUARDED_BY(mutex_);
  bool fill_retry_info_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_REQUEST_REQUEST_RECORD_H_
