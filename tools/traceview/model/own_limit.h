// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_MODEL_OWN_LIMIT_H_
#define BATON_TOOLS_TRACEVIEW_MODEL_OWN_LIMIT_H_

#include <cstdint>

#include "absl/strings/string_view.h"

namespace baton::traceview {

// A limit of the client that ended an attempt. The server did not send the
// status of such an attempt, and may have worked on.
enum class OwnLimit : uint8_t {
  kNone,
  kAttemptTimeout,
  kConnectTimeout,
  kCallDeadline,         // the source of the deadline is unknown
  kApplicationDeadline,  // the application set the deadline
  kInheritedDeadline,    // from the request that the call belongs to
  kDefaultDeadline,      // from the policy, because the call had none
  kMaximumDeadline,      // the maximum of the policy
};

// Returns the limit that ended an attempt, from its `retry.origin`.
OwnLimit LimitOfOrigin(absl::string_view origin);

// Returns the kind of a call's deadline, from its `deadline.source`. Returns
// kNone for other words.
OwnLimit LimitOfDeadline(absl::string_view source);

// Returns the limit for operators, such as "per-attempt timeout". Empty for
// kNone.
absl::string_view InWords(OwnLimit limit);

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_MODEL_OWN_LIMIT_H_
