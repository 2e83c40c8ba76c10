// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/deadline.h"

#include <algorithm>

namespace baton {

absl::Duration Deadline::Remaining(MonotonicTime now) const {
  if (IsNone()) return absl::InfiniteDuration();
  return std::max(time_ - now, absl::ZeroDuration());
}

absl::string_view ToString(DeadlineSource source) {
  switch (source) {
    case DeadlineSource::kNone:
      return "none";
    case DeadlineSource::kCall:
      return "call";
    case DeadlineSource::kInherited:
      return "inherited";
    case DeadlineSource::kDefault:
      return "default";
    case DeadlineSource::kMaximum:
      return "maximum";
  }
  return "none";
}

}  // namespace baton
