// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call_wait.h"

#include <utility>

#include "baton/rpc/connection_watcher.h"

namespace baton::rpc {

CallWait::CallWait(const CapturedCall& captured)
    : deadline_(captured.plan.deadline.deadline),
      parent_(ParentToWatch(captured)) {}

void CallWait::WatchParent(std::function<void()> on_end) {
  if (parent_ != nullptr) parent_watch_.Start(parent_, std::move(on_end));
}

void CallWait::Begin(const core::Decision& decision,
                     std::shared_ptr<grpc::ChannelInterface> channel) {
  if (decision.wait_cause != core::WaitCause::kConnection) return;
  channel_ = std::move(channel);
  connect_by_ = decision.connect_by;
}

CallWait::End CallWait::OnTime(core::MonotonicTime now, bool in_time) {
  if (in_time && (channel_ == nullptr || MayConnect(*channel_))) {
    return End::kStart;
  }
  if (channel_ == nullptr || deadline_.HasPassed(now)) return End::kTooLate;
  return now < connect_by_ ? End::kGoesOn : End::kNoConnection;
}

void CallWait::AwaitConnection(std::function<void()> connected) {
  ConnectionWatcher::Process().Watch(channel_, connect_by_,
                                     std::move(connected));
}

void CallWait::Stop() {
  parent_watch_.Stop();
  channel_ = nullptr;
}

}  // namespace baton::rpc
