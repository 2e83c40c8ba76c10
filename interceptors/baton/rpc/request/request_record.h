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
#include "baton/rpc/request/request_key.h"
#include "baton/rpc/runtime/runtime.h"
#include "baton/server_options.h"
#include "grpc/grpc.h"

namespace baton::rpc {

// The data about one request that this process serves. Owned by the server
// interceptor of the request, by the calls of its handler, and by RequestScope
// objects of the application. May outlive the request, but then gives no more
// grants. Thread-safe.
class RequestRecord {
 public:
  // `call` is the server call of the request. The record keeps the server call
  // alive. While the record exists, no other server call can therefore have the
  // same address.
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
  // Returns the time until the deadline. Infinite without a deadline.
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

  // The idempotency key of the request, and what the server does with it.
  RequestKey& key() { return key_; }

  // The code that has rejected the request: Baton (kByLibrary) or the
  // application. kNone: the request was not rejected.
  enum class RejectedBy : uint8_t { kNone, kByLibrary, kByApplication };
  void OnRejected(RejectedBy by) {
    rejected_by_.store(by, std::memory_order_relaxed);
  }
  RejectedBy rejected_by() const {
    return rejected_by_.load(std::memory_order_relaxed);
  }

  // Records the start of a call that belongs to the request. Returns the grant
  // of the call: see RequestGrant::OnCallStarted().
  std::optional<int> OnCallStarted();
  // The end of a call that belongs to the request.
  struct CallEnd {
    // The extra attempts that the call used: see RequestGrant.
    int used = 0;
    absl::StatusCode code = absl::StatusCode::kOk;
    // If the request fails with the same code as the call, `objection` is the
    // reason why a client should not retry the request. nullopt: there is no
    // such reason. The latest call with a code replaces the objection of
    // earlier calls with this code.
    std::optional<RetryAdvice::Reason> objection;
    // Whether the call failed and may still have taken effect.
    bool outcome_unknown = false;
  };
  void OnCallEnded(const CallEnd& end);

  // Stores the advice of the application about retrying the request. New advice
  // replaces earlier advice.
  void Advise(const RetryAdvice& advice, bool fill_retry_info);

  // The data for the response of the handler.
  struct Response {
    std::optional<int> used;
    // These two come from calls that ended with the code of the response.
    std::optional<RetryAdvice::Reason> objection;
    bool outcome_unknown = false;
    RetryAdvice from_application;
    bool fill_retry_info = false;
    int calls = 0;
  };
  // Records the response with this code, and returns the data for it. After
  // that, calls of the handler get no more grants.
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
  RequestKey key_;
  std::atomic<RejectedBy> rejected_by_{RejectedBy::kNone};

  core::RequestGrant grant_;
  std::atomic<int> calls_{0};
  // The objection of the latest call that ended with a code, plus one. Indexed
  // by code. 0 means no objection.
  std::array<std::atomic<uint8_t>, kCodes> objections_{};
  // The codes of calls that ended with an unknown outcome. One bit for each.
  std::atomic<uint32_t> unknown_codes_{0};

  Mutex mutex_;
  RetryAdvice from_application_ ABSL_GUARDED_BY(mutex_);
  bool fill_retry_info_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_REQUEST_REQUEST_RECORD_H_
