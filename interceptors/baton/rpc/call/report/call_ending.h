// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_REPORT_CALL_ENDING_H_
#define BATON_RPC_CALL_REPORT_CALL_ENDING_H_

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/call_report.h"
#include "baton/core/decision/call_progress.h"
#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/stop_reason.h"

namespace baton::rpc {

// The end of a call, as its report needs it. A value.
struct CallEnding {
  CallEnding(absl::StatusCode final_code, const Decision& decision,
             const core::CallProgress& progress, MonotonicTime ended_at);

  // Sets the fields of the report that depend on the end.
  void CopyTo(CallReport& report) const;

  absl::StatusCode code;
  StopReason stop_reason;
  bool outcome_unknown;
  bool key_is_honored;
  int grant_used;
  // kNone unless the wait before the next attempt was too long.
  WaitCause needed_wait_cause = WaitCause::kNone;
  absl::Duration needed_wait;
  MonotonicTime at;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_REPORT_CALL_ENDING_H_
