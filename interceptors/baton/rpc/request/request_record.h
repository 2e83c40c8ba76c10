// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_REQUEST_REQUEST_RECORD_H_
#define BATON_RPC_REQUEST_REQUEST_RECORD_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

#include "absl/status/status.h"
#include "baton/core/decision/request_grant.h"
#include "baton/deadline.h"
#include "baton/inbound_grant.h"
#include "baton/request_observer.h"
#include "baton/request_report.h"
#include "baton/retry_advice.h"
#include "grpc/grpc.h"

namespace baton::rpc {

// What is known of one request that this process serves, shared between its
// server interceptor, the calls that its handler makes and the scopes that the
// application holds. It may outlive the request; then it says so, and grants
// nothing any more.
//
// Thread-safe.
class RequestRecord {
 public:
  // `call` is the server's call of the request, which is kept alive as long as
  // the record, so that what is made its child is never made another's.
  RequestRecord(grpc_call* call, const InboundGrant& inbound,
                Deadline deadline);
  ~RequestRecord();
  RequestRecord(const RequestRecord&) = delete;
  RequestRecord& operator=(const RequestRecord&) = delete;

  grpc_call* call() const { return call_; }
  const InboundGrant& inbound() const { return inbound_; }
  Deadline deadline() const { return deadline_; }

  // Only before anybody else has the record.
  void Watch(std::unique_ptr<RequestObserver> observer);
  // nullptr: nobody watches.
  RequestObserver* observer() const { return observer_.get(); }

  // Only before anybody else has the record: its handler should not run.
  void Refuse(RequestRefusal refusal) { refusal_ = refusal; }
  RequestRefusal refusal() const { return refusal_; }

  // Who has acted upon the refusal.
  enum class TurnedAway : uint8_t { kNot, kByLibrary, kByApplication };
  void OnTurnedAway(TurnedAway by) {
    turned_away_.store(by, std::memory_order_relaxed);
  }
  TurnedAway turned_away() const {
    return turned_away_.load(std::memory_order_relaxed);
  }

  // A call begins on behalf of the request, and ends. See RequestGrant.
  // `objection`: what its end says against repeating the request, if that
  // fails with the same code.
  std::optional<int> OnCallStarted();
  void OnCallEnded(int used, absl::StatusCode code,
                   std::optional<RetryAdvice::Why> objection);

  // What the application says about repeating the request; the latest counts.
  void Advise(const RetryAdvice& advice, bool fill_retry_info);

  // What is left to say when the handler answers with `code`.
  struct Answer {
    std::optional<int> used;
    std::optional<RetryAdvice::Why> objection;
    RetryAdvice from_application;
    bool fill_retry_info = false;
    int calls = 0;
  };
  Answer OnAnswered(absl::StatusCode code);

 private:
  static constexpr std::size_t kCodes = 17;

  grpc_call* const call_;
  const InboundGrant inbound_;
  const Deadline deadline_;
  std::unique_ptr<RequestObserver> observer_;
  RequestRefusal refusal_ = RequestRefusal::kNone;
  std::atomic<TurnedAway> turned_away_{TurnedAway::kNot};

  core::RequestGrant grant_;
  std::atomic<int> calls_{0};
  // By code, the objection of the latest call that ended with it, plus one.
  std::array<std::atomic<uint8_t>, kCodes> objections_{};

  std::mutex mutex_;
  RetryAdvice from_application_;  // guarded by mutex_
  bool fill_retry_info_ = false;  // guarded by mutex_
};

}  // namespace baton::rpc

#endif  // BATON_RPC_REQUEST_REQUEST_RECORD_H_
