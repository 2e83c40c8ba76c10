// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/attempt_outcome.h"

#include <algorithm>

#include "baton/core/wire/retry_advice_codec.h"

namespace baton {

std::optional<absl::string_view> AttemptDetails::FindTrailer(
    absl::string_view key) const {
  std::optional<absl::string_view> first;
  ForEachValue(key, [&first](absl::string_view value) {
    if (!first.has_value()) first = value;
  });
  return first;
}

std::optional<absl::Duration> DemandedWait(const AttemptOutcome& outcome) {
  std::optional<absl::Duration> longest = outcome.retry_info_delay;
  // The pushback beside this advice is for clients that cannot read the scope.
  const bool pushback_is_for_others =
      outcome.advice.has_value() &&
      outcome.advice->verdict == RetryAdvice::Verdict::kNo &&
      outcome.advice->scope == RetryAdvice::Scope::kServer;
  if (outcome.pushback.kind == Pushback::Kind::kAfter &&
      !pushback_is_for_others) {
    longest = std::max(longest.value_or(absl::ZeroDuration()),
                       outcome.pushback.delay);
  }
  if (outcome.advice.has_value() &&
      outcome.advice->verdict == RetryAdvice::Verdict::kAfter) {
    longest =
        std::max(longest.value_or(absl::ZeroDuration()), outcome.advice->delay);
  }
  return longest;
}

bool CertainlyNotProcessed(const AttemptOutcome& outcome) {
  if (outcome.provably_not_processed) return true;
  // Pushback and RetryInfo are no evidence. They set a time, but do not state
  // that nothing was processed. A server with Baton sends advice beside them.
  return outcome.advice.has_value() && core::SaysNotProcessed(*outcome.advice);
}

absl::string_view ToString(AttemptOrigin origin) {
  switch (origin) {
    case AttemptOrigin::kServer:
      return "server";
    case AttemptOrigin::kUnconfirmed:
      return "unconfirmed";
    case AttemptOrigin::kAttemptTimeout:
      return "attempt_timeout";
    case AttemptOrigin::kConnectTimeout:
      return "connect_timeout";
    case AttemptOrigin::kCallDeadline:
      return "call_deadline";
    case AttemptOrigin::kCancelled:
      return "cancelled";
  }
  return "unconfirmed";
}

}  // namespace baton
