// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_CONNECTION_WATCHER_H_
#define BATON_RPC_GRPC_CONNECTION_WATCHER_H_

#include <functional>
#include <memory>
#include <thread>
#include <unordered_map>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "baton/monotonic_time.h"
#include "baton/mutex.h"
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

// Notifies calls that wait for a connection when a new attempt may succeed.
// gRPC reconnects at its own pace, which this class does not change.
//
// If several calls wait for the same channel, the watcher asks gRPC only once.
// It uses one thread, which it starts for the first waiting call. Thread-safe.
class ConnectionWatcher {
 public:
  // `runtime` provides the time. It must outlive this object.
  explicit ConnectionWatcher(const Runtime& runtime = Runtime::Process())
      : runtime_(runtime) {}
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
             MonotonicTime until, std::function<void()> connected);

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
  };

  void Run();
  void Ask(Watched& watched);
  // Handles an event of a channel. If no call has to wait any longer, removes
  // the entry of the channel and returns it. The caller then calls the
  // callbacks in the entry and destroys the entry, without the lock.
  std::unique_ptr<Watched> HandleStateChange(Watched& watched);

  const Runtime& runtime_;
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
