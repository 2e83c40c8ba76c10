// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_REPORT_ATTEMPT_REPORTS_H_
#define BATON_RPC_CALL_REPORT_ATTEMPT_REPORTS_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "baton/attempt_outcome.h"
#include "baton/call_report.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/call/attempt.h"

namespace baton::rpc {

// The reports of the attempts of one call. Most calls have one attempt, which
// needs no memory of its own. Owned by the report writer of the call. Not
// thread-safe.
class AttemptReports {
 public:
  bool empty() const { return !has_first_; }
  // Returns the report of the first attempt. Requires !empty().
  const AttemptReport& first() const { return first_; }

  // Adds an attempt of a call that started at `call_started_at`. Until its end
  // is recorded, it has the result of a discarded attempt.
  void Add(const AttemptFacts& attempt, MonotonicTime call_started_at);
  // Returns the report of an attempt that was added.
  AttemptReport& Of(const AttemptFacts& attempt);

  // Keeps the texts of an attempt that has failed, until RecordEnd() decides
  // which of them are true. `failure` may be null.
  void KeepFailure(const AttemptFacts& attempt,
                   std::shared_ptr<const AttemptFailure> failure) {
    Of(attempt).failure = std::move(failure);
  }
  // Sets the server of an attempt that brought no answer. Does nothing if
  // `peer` is empty, or if the report has a peer.
  void KeepServer(const AttemptFacts& attempt, const std::string& peer);
  // Records the end of an attempt, and returns its report.
  const AttemptReport& RecordEnd(const AttemptFacts& attempt,
                                 MonotonicTime ended_at,
                                 const AttemptOutcome& outcome);
  // Records that an attempt was discarded, and returns its report.
  const AttemptReport& RecordDiscard(const AttemptFacts& attempt,
                                     MonotonicTime now);

  // Adds the reports to the report of the call.
  void CopyTo(CallReport& report) const;

 private:
  bool has_first_ = false;
  AttemptReport first_;
  std::vector<AttemptReport> further_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_REPORT_ATTEMPT_REPORTS_H_
