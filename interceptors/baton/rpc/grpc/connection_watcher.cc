// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/connection_watcher.h"

#include <algorithm>
#include <utility>

#include "absl/time/time.h"
#include "baton/core/limits/reconnect_rules.h"
#include "baton/rpc/grpc/convert.h"
#include "baton/rpc/runtime/per_process.h"
#include "grpc/grpc.h"
#include "grpcpp/channel.h"

namespace baton::rpc {
namespace {

// A request to gRPC cannot be cancelled. It therefore ends after this time, and
// the watcher checks whether calls still wait.
constexpr absl::Duration kLongestQuestion = absl::Milliseconds(250);

}  // namespace

bool MayConnect(grpc::ChannelInterface& channel) {
  return channel.GetState(/*try_to_connect=*/false) !=
         GRPC_CHANNEL_TRANSIENT_FAILURE;
}

bool HasNoOutage(grpc::ChannelInterface& channel) {
  const grpc_connectivity_state state =
      channel.GetState(/*try_to_connect=*/false);
  return state == GRPC_CHANNEL_READY || state == GRPC_CHANNEL_IDLE;
}

bool IsConnected(grpc::ChannelInterface& channel) {
  return channel.GetState(/*try_to_connect=*/false) == GRPC_CHANNEL_READY;
}

void KeepConnecting(grpc::ChannelInterface& channel) {
  (void)channel.GetState(/*try_to_connect=*/true);
}

void Reconnect(grpc::ChannelInterface& channel) {
  auto* const of_grpc = dynamic_cast<grpc::Channel*>(&channel);
  if (of_grpc != nullptr) {
    grpc::experimental::ChannelResetConnectionBackoff(of_grpc);
  }
}

ConnectionWatcher& ConnectionWatcher::Process() {
  return PerProcess<ConnectionWatcher>::Get();
}

ConnectionWatcher::~ConnectionWatcher() {
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
    // Otherwise the last event shuts down the queue.
    if (watched_.empty()) queue_.Shutdown();
  }
  if (thread_.joinable()) {
    thread_.join();
  } else {
    void* tag;
    bool ok;
    while (queue_.Next(&tag, &ok)) {
    }
  }
}

void ConnectionWatcher::Watch(std::shared_ptr<grpc::ChannelInterface> channel,
                              MonotonicTime until,
                              std::function<void()> connected,
                              const Reconnection& reconnection) {
  const MonotonicTime now = runtime_.Now();
  const MutexLock lock(mutex_);
  std::unique_ptr<Watched>& watched = watched_[channel.get()];
  const bool is_asked = watched != nullptr;
  if (!is_asked) {
    watched = std::make_unique<Watched>();
    watched->channel = std::move(channel);
  }
  watched->waiters.push_back({until, std::move(connected)});
  watched->give_up_at = std::max(watched->give_up_at, until);
  if (watched->reconnects_at == MonotonicTime::InfiniteFuture()) {
    watched->reconnection = reconnection;
    PlanReconnect(*watched, now);
  }
  if (!thread_.joinable()) thread_ = std::thread([this] { Run(); });
  if (!is_asked) Ask(*watched, now);
}

void ConnectionWatcher::Ask(Watched& watched, MonotonicTime now) {
  const MonotonicTime until =
      std::min(now + kLongestQuestion, watched.reconnects_at);
  watched.channel->NotifyOnStateChange(GRPC_CHANNEL_TRANSIENT_FAILURE,
                                       ToGrpcDeadline(Deadline::At(until)),
                                       &queue_, &watched);
}

void ConnectionWatcher::PlanReconnect(Watched& watched, MonotonicTime now) {
  const Reconnection& reconnection = watched.reconnection;
  if (reconnection.target == nullptr) return;
  watched.reconnects_at =
      core::NextReconnect(reconnection.options, reconnection.outage_began,
                          watched.give_up_at, now, runtime_.Uniform());
}

void ConnectionWatcher::ReconnectIfDue(const Watched& watched,
                                       MonotonicTime now) {
  if (now < watched.reconnects_at) return;
  const void* const target = watched.reconnection.target;
  for (const auto& entry : watched_) {
    Watched& other = *entry.second;
    if (other.reconnection.target != target ||
        other.reconnects_at == MonotonicTime::InfiniteFuture()) {
      continue;
    }
    PlanReconnect(other, now);
    // gRPC may run callbacks of the application meanwhile, and these may call
    // Watch(). The thread of the watcher must therefore not do it.
    runtime_.Post([reconnect = reconnect_, channel = other.channel] {
      reconnect(*channel);
    });
  }
}

std::unique_ptr<ConnectionWatcher::Watched>
ConnectionWatcher::HandleStateChange(Watched& watched) {
  const MonotonicTime now = runtime_.Now();
  std::vector<Waiter>& waiters = watched.waiters;
  const MutexLock lock(mutex_);
  waiters.erase(
      std::remove_if(waiters.begin(), waiters.end(),
                     [now](const Waiter& w) { return w.until <= now; }),
      waiters.end());
  if (!stopping_ && !waiters.empty() && !MayConnect(*watched.channel)) {
    ReconnectIfDue(watched, now);
    Ask(watched, now);
    return nullptr;
  }
  const auto entry = watched_.find(watched.channel.get());
  std::unique_ptr<Watched> over = std::move(entry->second);
  watched_.erase(entry);
  if (stopping_ && watched_.empty()) queue_.Shutdown();
  return over;
}

void ConnectionWatcher::Run() {
  void* tag = nullptr;
  bool ok = false;
  while (queue_.Next(&tag, &ok)) {
    const std::unique_ptr<Watched> over =
        HandleStateChange(*static_cast<Watched*>(tag));
    if (over == nullptr) continue;
    for (const Waiter& waiter : over->waiters) waiter.connected();
  }
}

}  // namespace baton::rpc
