// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_ATTEMPT_RESULTS_H_
#define BATON_RPC_CALL_ATTEMPT_RESULTS_H_

#include <atomic>
#include <optional>

#include "absl/status/status.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/call/ledger_state.h"
#include "baton/status_classifier.h"

namespace baton::rpc {

// Records the results of the attempts of one call: for its grant, for the retry
// breakers, and, at the end of the call, for the process budget. Owned by the
// CallLedger. Used on the call's strand, except OnStreamAnswer().
class AttemptResults {
 public:
  // `state` must outlive this object.
  explicit AttemptResults(LedgerState& state)
      : state_(state),
        default_classifier_(state.plan.policy->retry.classifier) {}

  const Classifier& classifier() const;
  OutcomeClass ClassOf(const EndedAttempt& attempt) const;

  // Records the end of an attempt. If it was not sent, refunds its charge.
  void RecordEnd(const EndedAttempt& attempt);
  // Records a success for the breakers, because the response of a stream has
  // begun. May run while another thread records the end of the attempt.
  void OnStreamAnswer(const AttemptFacts& attempt);
  // Records that a second attempt starts beside a late one.
  void NoteSecondAttempt() { had_second_attempt_ = true; }
  // Records the end of the call. May add tokens to the process budget.
  void OnCallEnd(absl::StatusCode code);

 private:
  LedgerState& state_;
  const StatusClassifier default_classifier_;
  bool first_helped_ = false;  // whether the first attempt showed health
  std::atomic<bool> stream_answered_{false};  // its response has begun
  // The code of the latest result for which core::ShowsHealth() is true.
  std::optional<absl::StatusCode> final_code_;
  bool saved_by_fallback_ = false;
  // A second attempt started beside a late one, and was not late itself.
  bool had_second_attempt_ = false;
  bool saved_quickly_ = false;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_ATTEMPT_RESULTS_H_
