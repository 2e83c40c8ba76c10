// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/retry_share_gate.h"

namespace baton::core {

bool RetryShareGate::TooManyRetries(MonotonicTime now) const {
  const RollingRatio::Counts requests = requests_.Over(now);
  if (requests.events < options_.min_requests ||
      requests.ratio() <= options_.max_share) {
    return false;
  }
  const RollingRatio::Counts retries = retries_.Over(now);
  return retries.events > 0 && retries.ratio() < options_.helpful_ratio;
}

}  // namespace baton::core
