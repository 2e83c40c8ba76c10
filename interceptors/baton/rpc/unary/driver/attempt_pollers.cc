// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/driver/attempt_pollers.h"

#include "baton/rpc/runtime/per_process.h"

namespace baton::rpc {

AttemptPollers& ProcessAttemptPollers() {
  return PerProcess<AttemptPollers>::Get();
}

}  // namespace baton::rpc
