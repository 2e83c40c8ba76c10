// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/retry_share_gate.h"

namespace baton::core {

bool RetryShareGate::TooManyRetries(MonotonicTime now) const {
  const RollingRatio::Counts counts = requests_.Over(now);
  return counts.events >= options_.min_requests &&
         counts.ratio() > options_.max_share;
}

}  // namespace baton::core
