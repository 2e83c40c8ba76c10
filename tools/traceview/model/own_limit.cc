// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/model/own_limit.h"

namespace baton::traceview {

OwnLimit LimitOfOrigin(absl::string_view origin) {
  if (origin == "attempt_timeout") return OwnLimit::kAttemptTimeout;
  if (origin == "connect_timeout") return OwnLimit::kConnectTimeout;
  if (origin == "call_deadline") return OwnLimit::kCallDeadline;
  return OwnLimit::kNone;
}

OwnLimit LimitOfDeadline(absl::string_view source) {
  if (source == "call") return OwnLimit::kApplicationDeadline;
  if (source == "inherited") return OwnLimit::kInheritedDeadline;
  if (source == "default") return OwnLimit::kDefaultDeadline;
  if (source == "maximum") return OwnLimit::kMaximumDeadline;
  return OwnLimit::kNone;
}

absl::string_view InWords(OwnLimit limit) {
  switch (limit) {
    case OwnLimit::kNone:
      return "";
    case OwnLimit::kAttemptTimeout:
      return "per-attempt timeout";
    case OwnLimit::kConnectTimeout:
      return "connect timeout";
    case OwnLimit::kCallDeadline:
      return "call deadline";
    case OwnLimit::kApplicationDeadline:
      return "application deadline";
    case OwnLimit::kInheritedDeadline:
      return "inherited deadline";
    case OwnLimit::kDefaultDeadline:
      return "policy default deadline";
    case OwnLimit::kMaximumDeadline:
      return "policy maximum deadline";
  }
  return "";
}

}  // namespace baton::traceview
