// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy/deadline.h"

#include <algorithm>

namespace baton::core {

absl::Duration Deadline::Remaining(MonotonicTime now) const {
  if (IsNone()) return absl::InfiniteDuration();
  return std::max(time_ - now, absl::ZeroDuration());
}

}  // namespace baton::core
