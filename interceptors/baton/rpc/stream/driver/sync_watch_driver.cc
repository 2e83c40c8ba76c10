// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/driver/sync_watch_driver.h"

#include "baton/rpc/stream/driver/stream_pollers.h"

namespace baton::rpc {

StreamQueue& SyncWatchDriver::queue(bool beside_in_place) {
  has_poller_ = beside_in_place;
  return has_poller_ ? NextPolledQueue() : inline_.queue(beside_in_place);
}

void SyncWatchDriver::OnStarted(const std::shared_ptr<StreamAttempt>& attempt) {
  if (!has_poller_) inline_.OnStarted(attempt);
}

}  // namespace baton::rpc
