// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/decision.h"

namespace baton {

absl::string_view ToString(WaitCause cause) {
  switch (cause) {
    case WaitCause::kNone:
      return "none";
    case WaitCause::kBackoff:
      return "backoff";
    case WaitCause::kThrottledBackoff:
      return "throttled_backoff";
    case WaitCause::kContentionBackoff:
      return "contention_backoff";
    case WaitCause::kPushback:
      return "pushback";
    case WaitCause::kRetryInfo:
      return "retry_info";
    case WaitCause::kAdvice:
      return "advice";
    case WaitCause::kConnection:
      return "connection";
    case WaitCause::kLate:
      return "late";
  }
  return "none";
}

}  // namespace baton
