// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_KIT_ENGINE_BLOCKING_WAIT_H_
#define BATON_KIT_ENGINE_BLOCKING_WAIT_H_

#include "baton/monotonic_time.h"
#include "baton/rpc/request/request_record.h"
#include "baton/rpc/runtime/runtime.h"

namespace baton::kit {

// Blocks the calling thread until `until`. If `request` is not null and ends or
// is cancelled before, returns false at that time.
bool WaitUntil(rpc::Runtime& runtime, MonotonicTime until,
               const rpc::RequestRecord* request);

}  // namespace baton::kit

#endif  // BATON_KIT_ENGINE_BLOCKING_WAIT_H_
