// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/idempotency/replay_options.h"

namespace baton {

absl::string_view ToString(ReplayResult result) {
  switch (result) {
    case ReplayResult::kNone:
      return "none";
    case ReplayResult::kRan:
      return "ran";
    case ReplayResult::kRanAgain:
      return "ran_again";
    case ReplayResult::kReplayed:
      return "replayed";
    case ReplayResult::kUnknown:
      return "outcome_unknown";
    case ReplayResult::kOtherRequest:
      return "other_request";
    case ReplayResult::kInvalidKey:
      return "invalid_key";
    case ReplayResult::kStoreFull:
      return "store_full";
    case ReplayResult::kTooManyWait:
      return "too_many_wait";
    case ReplayResult::kWaitTimedOut:
      return "wait_timed_out";
    case ReplayResult::kStoreFailed:
      return "store_failed";
    case ReplayResult::kRanUnguarded:
      return "ran_unguarded";
  }
  return "";
}

}  // namespace baton
