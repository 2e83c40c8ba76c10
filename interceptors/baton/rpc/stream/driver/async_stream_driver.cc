// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/driver/async_stream_driver.h"

#include "baton/rpc/stream/driver/stream_pollers.h"

namespace baton::rpc {

StreamQueue& AsyncStreamDriver::queue(bool /*beside_in_place*/) {
  if (queue_ == nullptr) queue_ = &NextPolledQueue();
  return *queue_;
}

}  // namespace baton::rpc
