// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/call_wait.h"

#include <atomic>
#include <cassert>
#include <memory>
#include <utility>

#include "baton/rpc/grpc/connection_watcher.h"

namespace baton::rpc {

CallWait::CallWait(const CapturedCall& captured)
    : state_(*captured.plan.channel),
      runtime_(captured.plan.runtime()),
      deadline_(captured.plan.deadline.deadline),
      parent_(ParentToWatch(captured)),
      fallbacks_(captured.plan.MayFallBack() ? captured.plan.channel.get()
                                             : nullptr) {}

void CallWait::WatchParent(std::function<void()> on_end) {
  if (parent_ == nullptr) return;
  // One thread watches the parents of all calls.
  parent_watch_.Start(parent_, [on_end = std::move(on_end),
                                &runtime = runtime_] { runtime.Post(on_end); });
}

void CallWait::WatchRetryStop(std::function<void()> on_stop) {
  retry_stop_watch_.Start([on_stop = std::move(on_stop), &runtime = runtime_] {
    runtime.Post(on_stop);
  });
}

void CallWait::Begin(const Decision& decision,
                     std::shared_ptr<grpc::ChannelInterface> channel) {
  if (decision.wait_cause != WaitCause::kConnection) return;
  channel_ = std::move(channel);
  connect_by_ = decision.connect_by;
}

bool CallWait::AnyMayConnect() const {
  if (MayConnect(*channel_)) return true;
  if (fallbacks_ == nullptr) return false;
  for (int channel_index = 1; channel_index <= fallbacks_->fallbacks();
       ++channel_index) {
    if (MayConnect(*fallbacks_->fallback(channel_index).channel())) return true;
  }
  return false;
}

CallWait::End CallWait::OnTime(MonotonicTime now, bool in_time) {
  if (AllRetriesStopped()) return End::kRetriesStopped;
  if (in_time && (channel_ == nullptr || AnyMayConnect())) {
    return End::kStart;
  }
  if (channel_ == nullptr || deadline_.HasPassed(now)) return End::kNoTime;
  return now < connect_by_ ? End::kKeepWaiting : End::kNoConnection;
}

void CallWait::AwaitConnection(std::function<void()> connected) {
  assert(is_for_connection());
  ConnectionWatcher& watcher = ConnectionWatcher::Process();
  const Reconnection reconnection = {state_.options().reconnect,
                                     state_.outage().BeganAt(runtime_.Now()),
                                     &state_.target()};
  if (fallbacks_ == nullptr) {
    return watcher.Watch(channel_, connect_by_, std::move(connected),
                         reconnection);
  }
  // Reports only the first connection.
  const auto told = std::make_shared<std::atomic<bool>>(false);
  const auto once = [told, connected = std::move(connected)] {
    if (!told->exchange(true)) connected();
  };
  watcher.Watch(channel_, connect_by_, once, reconnection);
  for (int channel_index = 1; channel_index <= fallbacks_->fallbacks();
       ++channel_index) {
    watcher.Watch(fallbacks_->fallback(channel_index).channel(), connect_by_,
                  once);
  }
}

void CallWait::Stop() {
  parent_watch_.Stop();
  retry_stop_watch_.Stop();
  channel_ = nullptr;
}

}  // namespace baton::rpc
