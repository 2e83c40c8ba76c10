// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_STREAM_SESSION_H_
#define BATON_RPC_STREAM_STREAM_SESSION_H_

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "baton/attempt_outcome.h"
#include "baton/core/decision/call_progress.h"
#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/call/call_ledger.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/call/captured_call.h"
#include "baton/rpc/call/report/call_report_writer.h"
#include "baton/rpc/call/running/call_session.h"
#include "baton/rpc/call/running/running_attempts.h"
#include "baton/rpc/request/context_extension.h"
#include "baton/rpc/stream/driver/attempt_factory.h"
#include "baton/rpc/stream/driver/stream_attempt.h"
#include "grpcpp/client_context.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// Returns whether the deadline of the call is not the one that the
// application has set. gRPC does not end the application's own call then.
inline bool CutsDeadline(const CallPlan& plan) {
  return plan.own_deadline != plan.deadline.deadline;
}

// What one stream has to do with the rest of Baton: what its attempts carry,
// what is decided about them, and what is recorded and reported. Runs code of
// the user's: classifier and observers. Used on the call's strand.
class StreamSession final : public CallSession {
 public:
  // `captured` lacks what is sent.
  StreamSession(CapturedCall&& captured,
                grpc::internal::RpcMethod::RpcType type);

  // Makes the attempts.
  StreamAttemptFactory& factory() { return factory_; }
  // What each attempt sends first.
  void SetMetadata(std::multimap<std::string, std::string>&& metadata) {
    mutable_captured().metadata = std::move(metadata);
  }

  // Has the call's time passed?
  bool IsPastDeadline() const;

  // An attempt has ended. What follows is decided, if it is not up to other
  // copies of it, and recorded.
  RunningAttempts::Next OnAttemptEnd(const StreamAttempt& attempt,
                                     Decision& decision);
  // As for each call. Also records the wait that may follow.
  std::optional<Decision> OnAttemptTimeout(MonotonicTime now);
  std::optional<Decision> OnConnectTimeout(MonotonicTime now);
  // A message of its cannot be read, which ends the call with `status`.
  Decision OnUnreadable(StreamAttempt& attempt, const grpc::Status& status);
  // It brings nothing any more, and is given up.
  Decision OnIdle(StreamAttempt& attempt);
  // The application cancels.
  Decision OnCancel() {
    return ledger().OnCancel(/*attempt_is_running=*/!running().empty());
  }
  // The application has cancelled, and now its only attempt has ended.
  Decision OnEndAfterCancel(const StreamAttempt& attempt);
  // The attempt that was decided upon will not be made.
  void CancelNext() { ledger().CancelNext(); }
  // The wait for it is over. See CallLedger.
  bool IsInTime(MonotonicTime now) { return ledger().IsInTime(now); }
  Decision OnNotEnoughTime() { return ledger().OnNotEnoughTime(); }
  Decision OnNoConnection() { return ledger().OnNoConnection(); }
  Decision OnRetriesStopped() { return ledger().OnRetriesStopped(); }

  // It has begun to answer. Counts once.
  void OnResponse(const StreamAttempt& attempt);
  bool has_response() const { return has_response_; }
  // It has sent a message. The call may have been committed before that.
  void OnMessage(const StreamAttempt& attempt) {
    ledger().OnStreamAnswer(attempt.facts);
  }
  // The call cannot be sent again from now on; other copies are given up.
  void Commit(core::Commitment commitment, StreamAttempt& winner);
  // The application is given what comes from this attempt. It counts once, and
  // not before it was started.
  void SetWinner(StreamAttempt& winner);
  // The call is over, at most once. Returns the status to be given out.
  grpc::Status OnCallEnd(grpc::Status status, const Decision& decision);

 private:
  bool HasConnection(int channel_index) const override {
    return factory_.HasConnection(channel_index);
  }
  // Ends an attempt of which nothing arrived that a classifier could read.
  Decision EndAttempt(StreamAttempt& attempt, const AttemptOutcome& outcome);

  // It may be the call that outlives the context.
  ContextExtension& extension_;
  const std::shared_ptr<const grpc::AuthContext> keeps_extension_;
  bool has_response_ = false;
  bool has_winner_ = false;
  StreamAttemptFactory factory_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_STREAM_SESSION_H_
