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
// after a failed connection attempt: until gRPC tries to connect again, calls
// fail at once if they do not wait for a connection.
bool MayConnect(grpc::ChannelInterface& channel);

// Returns whether the channel has a connection now. Without one, gRPC cannot
// send the request of an attempt.
bool IsConnected(grpc::ChannelInterface& channel);

// Notifies calls that wait for a connection when a new attempt may succeed.
// gRPC reconnects at its own pace, which this class does not change.
//
// Asks gRPC once for each channel, for any number of waiting calls. Uses one
// thread, which the first waiting call starts. Thread-safe.
class ConnectionWatcher {
 public:
  // `runtime` tells the time. It must outlive this object.
  explicit ConnectionWatcher(const Runtime& runtime = Runtime::Process())
      : runtime_(runtime) {}
  // Calls the callbacks of calls that still wait.
  ~ConnectionWatcher();
  ConnectionWatcher(const ConnectionWatcher&) = delete;
  ConnectionWatcher& operator=(const ConnectionWatcher&) = delete;

  static ConnectionWatcher& Process();

  // Calls `connected` once when MayConnect() is true. Does not call it if that
  // is later than `until`. The callback runs on the watcher's thread and must
  // be short.
  void Watch(std::shared_ptr<grpc::ChannelInterface> channel,
             MonotonicTime until, std::function<void()> connected);

 private:
  struct Waiter {
    MonotonicTime until;
    std::function<void()> connected;
  };
  // A channel with waiting calls. Also the tag of the request to gRPC.
  struct Watched {
    std::shared_ptr<grpc::ChannelInterface> channel;
    std::vector<Waiter> waiters;
  };

  void Run();
  void Ask(Watched& watched);
  // Handles an event from gRPC. If no call waits any longer, returns the entry.
  // The caller calls its waiters and destroys it without the lock.
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
