// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/stream_pollers.h"

#include "baton/rpc/runtime/per_process.h"

namespace baton::rpc {

StreamPollers& ProcessStreamPollers() {
  return PerProcess<StreamPollers>::Get();
}

}  // namespace baton::rpc
