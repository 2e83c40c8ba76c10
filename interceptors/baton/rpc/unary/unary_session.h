// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_UNARY_SESSION_H_
#define BATON_RPC_UNARY_UNARY_SESSION_H_

#include <memory>
#include <optional>

#include "baton/attempt_outcome.h"
#include "baton/call_report.h"
#include "baton/deadline.h"
#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/call/call_ledger.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/call/captured_call.h"
#include "baton/rpc/call/report/call_report_writer.h"
#include "baton/rpc/call/running/call_session.h"
#include "baton/rpc/call/running/running_attempts.h"
#include "baton/rpc/grpc/application_metadata.h"
#include "baton/rpc/unary/in_place_attempt.h"
#include "grpcpp/client_context.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// The session of one unary call: creates its attempts, decides what follows
// from their ends, and records it. Used on the call's strand, except for
// Report() and HasEnded().
class UnarySession final : public CallSession {
 public:
  // Takes all of `captured` but the request.
  explicit UnarySession(CapturedCall&& captured);

  // Captures what further attempts need from the application's own call, which
  // has sent the first attempt. `changes`: the changes of that attempt.
  void CaptureApplicationCall(const MetadataChanges& changes);

  // Creates the next attempt, which counts as in flight from now on. The caller
  // must send it.
  std::shared_ptr<Attempt> StartAttempt(std::shared_ptr<AttemptOwner> owner);
  // Takes the outcome and the time of an attempt that has just ended. The
  // functions below refer to them.
  void SetEnd(const AttemptOutcome& outcome);
  const AttemptOutcome& outcome() const { return outcome_; }
  MonotonicTime ended_at() const { return ended_at_; }
  // Takes the end of an attempt of Baton. Returns whether it has succeeded.
  bool ReadEnd(const Attempt& attempt);
  // Decides what follows from its failure, unless other attempts are in flight.
  RunningAttempts::Next OnFailure(const Attempt& attempt, Decision& decision);
  // The attempt has succeeded. Discards the others.
  void CommitTo(const Attempt& attempt);
  // The message of a success cannot be read, which ends the call with `read`.
  void OnUnreadable(const grpc::Status& read);
  // Decides what follows from its end.
  Decision Decide(const Attempt& attempt);
  void Record(const Attempt& attempt, const Decision& decision);
  // Does both for an attempt that ends after the application has cancelled it.
  Decision OnEndAfterCancel(const Attempt& attempt);
  // Discards the attempt in place, because another one was faster.
  void DiscardInPlace(InPlaceAttempt& in_place);

  // Records the end of the call. Returns the status for the application.
  grpc::Status OnCallEnd(grpc::Status status, const Decision& decision) {
    return EndCall(std::move(status), decision);
  }
  bool HasEnded() const { return report_writer().HasEnded(); }
  // Returns nullopt until the call has ended.
  std::optional<CallReport> Report() const;

 private:
  bool HasConnection(int channel_index) const override;

  // Of the latest attempt that has ended.
  AttemptOutcome outcome_;
  MonotonicTime ended_at_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_UNARY_SESSION_H_
