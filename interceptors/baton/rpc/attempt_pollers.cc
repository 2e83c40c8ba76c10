// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/attempt_pollers.h"

#include "baton/rpc/per_process.h"

namespace baton::rpc {

AttemptPollers& ProcessAttemptPollers() {
  return PerProcess<AttemptPollers>::Get();
}

StreamPollers& ProcessStreamPollers() {
  return PerProcess<StreamPollers>::Get();
}

}  // namespace baton::rpc
