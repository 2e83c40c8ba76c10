// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream_wait.h"

#include <utility>

#include "baton/rpc/connection_watcher.h"
#include "baton/rpc/context_access.h"

namespace baton::rpc {

StreamWait::StreamWait(const CapturedCall& captured)
    : deadline_(captured.plan.deadline.deadline),
      channel_(ChannelOf(*captured.outer)),
      parent_(ParentToWatch(captured)) {}

void StreamWait::WatchParent(std::function<void()> on_end) {
  if (parent_ != nullptr) parent_watch_.Start(parent_, std::move(on_end));
}

void StreamWait::Begin(const core::Decision& decision,
                       std::shared_ptr<StreamAttempt> attempt) {
  if (decision.wait_cause != core::WaitCause::kConnection) return;
  unconnected_ = std::move(attempt);
  connect_by_ = decision.connect_by;
}

StreamWait::End StreamWait::OnTime(core::MonotonicTime now, bool in_time) {
  const bool connects = unconnected_ == nullptr || MayConnect(*channel_);
  if (in_time && connects) return End::kStart;
  if (unconnected_ == nullptr || deadline_.HasPassed(now)) {
    return End::kTooLate;
  }
  return now < connect_by_ ? End::kGoesOn : End::kNoConnection;
}

void StreamWait::AwaitConnection(std::function<void()> connected) {
  ConnectionWatcher::Process().Watch(channel_, connect_by_,
                                     std::move(connected));
}

void StreamWait::Stop() {
  parent_watch_.Stop();
  unconnected_ = nullptr;
}

}  // namespace baton::rpc
