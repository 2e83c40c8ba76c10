// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/request_grant.h"

namespace baton::core {

void RequestGrant::OnCallEnded(int used) {
  int largest = used_.load(std::memory_order_relaxed);
  while (used > largest &&
         !used_.compare_exchange_weak(largest, used, std::memory_order_acq_rel,
                                      std::memory_order_relaxed)) {
  }
}

}  // namespace baton::core
