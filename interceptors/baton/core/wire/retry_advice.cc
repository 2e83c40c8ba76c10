// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/retry_advice.h"

namespace baton {

absl::string_view ToString(RetryAdvice::Verdict verdict) {
  switch (verdict) {
    case RetryAdvice::Verdict::kOk:
      return "ok";
    case RetryAdvice::Verdict::kAfter:
      return "after";
    case RetryAdvice::Verdict::kNo:
      return "no";
  }
  return "";
}

absl::string_view ToString(RetryAdvice::Why why) {
  switch (why) {
    case RetryAdvice::Why::kUnsaid:
      return "";
    case RetryAdvice::Why::kOverload:
      return "overload";
    case RetryAdvice::Why::kExhausted:
      return "exhausted";
    case RetryAdvice::Why::kGrant:
      return "grant";
    case RetryAdvice::Why::kThrottled:
      return "throttled";
    case RetryAdvice::Why::kExpired:
      return "expired";
    case RetryAdvice::Why::kAmbiguous:
      return "ambiguous";
    case RetryAdvice::Why::kApp:
      return "app";
    case RetryAdvice::Why::kMalformed:
      // No peer sends this word: it stands for an unreadable value.
      return "malformed";
  }
  return "";
}

}  // namespace baton
