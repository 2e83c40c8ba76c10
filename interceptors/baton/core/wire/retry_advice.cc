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

absl::string_view ToString(RetryAdvice::Reason reason) {
  switch (reason) {
    case RetryAdvice::Reason::kUnspecified:
      return "";
    case RetryAdvice::Reason::kOverload:
      return "overload";
    case RetryAdvice::Reason::kExhausted:
      return "exhausted";
    case RetryAdvice::Reason::kGrant:
      return "grant";
    case RetryAdvice::Reason::kThrottled:
      return "throttled";
    case RetryAdvice::Reason::kExpired:
      return "expired";
    case RetryAdvice::Reason::kAmbiguous:
      return "ambiguous";
    case RetryAdvice::Reason::kApp:
      return "app";
    case RetryAdvice::Reason::kMalformed:
      // No peer sends this word: it stands for an unreadable value.
      return "malformed";
  }
  return "";
}

absl::string_view ToString(RetryAdvice::Scope scope) {
  switch (scope) {
    case RetryAdvice::Scope::kRequest:
      return "request";
    case RetryAdvice::Scope::kService:
      return "service";
    case RetryAdvice::Scope::kServer:
      return "server";
  }
  return "request";
}

}  // namespace baton
