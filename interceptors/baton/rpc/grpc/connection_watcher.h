// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_CONNECTION_WATCHER_H_
#define BATON_RPC_GRPC_CONNECTION_WATCHER_H_

#include <functional>
#include <memory>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "baton/monotonic_time.h"
#include "baton/mutex.h"
#include "baton/policy/reconnect_options.h"
#include "baton/rpc/runtime/runtime.h"
#include "grpcpp/completion_queue.h"
#include "grpcpp/impl/channel_interface.h"

namespace baton::rpc {

// Returns whether an attempt on this channel may succeed now. Returns false
// after a failed connection attempt. Until gRPC tries to connect again, calls
// without wait-for-ready then fail at once.
bool MayConnect(grpc::ChannelInterface& channel);

// Returns whether the channel is connected, or has not tried to connect since
// it was connected.
bool HasNoOutage(grpc::ChannelInterface& channel);

// Returns whether the channel has a connection now. Without one, gRPC cannot
// send the request of an attempt.
bool IsConnected(grpc::ChannelInterface& channel);

// Asks gRPC to connect the channel again after the usual backoff. gRPC does so
// by itself only while calls use the channel.
void KeepConnecting(grpc::ChannelInterface& channel);

// How a channel reconnects while calls wait for it.
struct Reconnection {
  // Without a `target`, gRPC reconnects at its own pace.
  ReconnectOptions options;
  MonotonicTime outage_began;
  // Identifies the target. Channels with one target may share a connection, so
  // they reconnect at the same times.
  const void* target = nullptr;
};

// Makes gRPC try at once to connect a channel, if the channel waits after a
// failure. Afterwards, gRPC's waits start again with the shortest one. Does
// nothing for a channel that is not of gRPC's own class.
void Reconnect(grpc::ChannelInterface& channel);

// Notifies calls that wait for a connection when a new attempt may succeed.
// While calls wait, channels with a `Reconnection` try to connect more often.
//
// If several calls wait for the same channel, the watcher asks gRPC only once.
// It uses one thread, which it starts for the first waiting call. Thread-safe.
class ConnectionWatcher {
 public:
  // `runtime` provides the time and the worker threads. It must outlive this
  // object. `reconnect` makes a channel connect, on a worker thread. It may run
  // after the end of this object.
  explicit ConnectionWatcher(
      Runtime& runtime = Runtime::Process(),
      std::function<void(grpc::ChannelInterface&)> reconnect = Reconnect)
      : runtime_(runtime), reconnect_(std::move(reconnect)) {}
  // Calls the callbacks of all calls that still wait.
  ~ConnectionWatcher();
  ConnectionWatcher(const ConnectionWatcher&) = delete;
  ConnectionWatcher& operator=(const ConnectionWatcher&) = delete;

  // Returns the watcher of the process. A forked child gets its own.
  static ConnectionWatcher& Process();

  // Calls `connected` once, as soon as MayConnect() is true for the channel. If
  // this does not happen before `until`, never calls it. `connected` runs on
  // the thread of the watcher and must be short.
  void Watch(std::shared_ptr<grpc::ChannelInterface> channel,
             MonotonicTime until, std::function<void()> connected,
             const Reconnection& reconnection = {});

 private:
  struct Waiter {
    MonotonicTime until;
    std::function<void()> connected;
  };
  // A channel with waiting calls. Its address is also the tag of the request to
  // gRPC.
  struct Watched {
    std::shared_ptr<grpc::ChannelInterface> channel;
    std::vector<Waiter> waiters;
    // The latest `until` of all waiters, so that a new one costs no loop.
    MonotonicTime give_up_at;
    Reconnection reconnection;
    // InfiniteFuture(): gRPC reconnects at its own pace.
    MonotonicTime reconnects_at = MonotonicTime::InfiniteFuture();
  };

  void Run();
  void Ask(Watched& watched, MonotonicTime now);
  void PlanReconnect(Watched& watched, MonotonicTime now);
  // Makes all watched channels to the target of `watched` connect again, if
  // the time has come.
  void ReconnectIfDue(const Watched& watched, MonotonicTime now)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Handles an event of a channel. If no call has to wait any longer, removes
  // the entry of the channel and returns it. The caller then calls the
  // callbacks in the entry and destroys the entry, without the lock.
  std::unique_ptr<Watched> HandleStateChange(Watched& watched);

  Runtime& runtime_;
  const std::function<void(grpc::ChannelInterface&)> reconnect_;
  Mutex mutex_;
  std::unordered_map<const void*, std::unique_ptr<Watched>> watched_
      ABSL_GUARDED_BY(mutex_);  // by channel
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  grpc::CompletionQueue queue_;
  // The destructor joins it without the lock.
  std::thread thread_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_CONNECTION_WATCHER_H_
