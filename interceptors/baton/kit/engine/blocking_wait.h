// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_KIT_ENGINE_BLOCKING_WAIT_H_
#define BATON_KIT_ENGINE_BLOCKING_WAIT_H_

#include "baton/monotonic_time.h"
#include "baton/rpc/request/request_record.h"
#include "baton/rpc/runtime/runtime.h"

namespace baton::kit {

enum class WaitEnd { kTime, kRequestEnded, kRetriesStopped };

// Blocks the calling thread until `until`. Returns earlier if `request`, which
// may be null, ends or is cancelled, or if all retries of the process are
// stopped.
WaitEnd WaitUntil(rpc::Runtime& runtime, MonotonicTime until,
                  const rpc::RequestRecord* request);

}  // namespace baton::kit

#endif  // BATON_KIT_ENGINE_BLOCKING_WAIT_H_
