// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The end of a unary call by its application.

#include <memory>
#include <utility>

#include "absl/time/time.h"
#include "baton/rpc/call/error_text.h"
#include "baton/rpc/call/response_details.h"
#include "baton/rpc/unary/unary_call.h"

namespace baton::rpc {
namespace {

// The time that a cancelled attempt may take to end. gRPC ends it at once. An
// interceptor after Baton that serves the attempt itself may not.
constexpr absl::Duration kCancelGrace = absl::Milliseconds(100);

}  // namespace

void UnaryCall::HandleCancel() {
  strand_.AssertOn();
  if (state_ == State::kInPlace && running_.empty()) {
    // gRPC itself cancels the application's own call. The batch comes back with
    // all that had arrived, which may be the whole response.
    in_place_->StopTimer();
    cancelled_ = true;
    return;
  }
  if (cancelled_) return;
  // The attempt ends with all that had arrived before, such as its initial
  // metadata. It may have failed already.
  if (state_ != State::kRunning || !running_.CancelOnly()) {
    return CancelWith(Cancelled());
  }
  cancelled_ = true;
  timer_.Reset(runtime().Now() + kCancelGrace);
}

void UnaryCall::EndAfterCancel(const std::shared_ptr<Attempt>& attempt) {
  strand_.AssertOn();
  const AttemptFacts& facts = attempt->facts;
  if (outcome_.code == absl::StatusCode::kCancelled) {
    const Decision decision = ledger_.OnCancel(/*attempt_is_running=*/true);
    ledger_.OnAttemptDiscarded(facts);
    report_writer_.OnAttemptDiscarded(facts, ended_at_);
    return Finish(attempt, attempt->status, decision);
  }
  const ResponseDetails details(captured_.plan, facts, attempt->status,
                                attempt->context);
  report_writer_.OnResponse({facts, outcome_, details});
  ledger_.OnFatalEnd({facts, outcome_, details}, /*others_run=*/false);
  const Decision decision = ledger_.OnCancel(/*attempt_is_running=*/false);
  report_writer_.OnAttemptEnd(facts, ended_at_, outcome_, &decision);
  Finish(attempt, attempt->status, decision);
}

void UnaryCall::CancelWith(const grpc::Status& status) {
  strand_.AssertOn();
  if (state_ == State::kSucceeded || state_ == State::kFinished) return;
  const Decision decision =
      ledger_.OnCancel(!running_.empty() || state_ == State::kInPlace);
  if (state_ == State::kWaiting || state_ == State::kRecalled) {
    ledger_.CancelNext();
  }
  running_.DiscardAll(runtime().Now());
  Finish(nullptr, status, decision);
}

void UnaryCall::HandleAbandon() {
  strand_.AssertOn();
  batches_.Forget();
  // Nobody has asked for the message, so it is as good as it may be.
  if (state_ == State::kSucceeded) EndAttempt(std::exchange(winner_, nullptr));
  CancelWith(Cancelled());
}

}  // namespace baton::rpc
