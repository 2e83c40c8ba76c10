// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/driver/stream_pollers.h"

#include "baton/rpc/runtime/per_process.h"
#include "baton/rpc/runtime/pollers.h"

namespace baton::rpc {

StreamQueue& NextPolledQueue() {
  return PerProcess<Pollers<StreamQueue>>::Get().Next();
}

}  // namespace baton::rpc
