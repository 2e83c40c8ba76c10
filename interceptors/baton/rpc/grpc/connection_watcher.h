// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_CONNECTION_WATCHER_H_
#define BATON_RPC_GRPC_CONNECTION_WATCHER_H_

#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <vector>

#include "baton/monotonic_time.h"
#include "grpcpp/completion_queue.h"
#include "grpcpp/impl/channel_interface.h"

namespace baton::rpc {

// Is there any point in sending something on this channel now? Not while it
// has just failed to connect: whatever does not wait for it fails at once.
bool MayConnect(grpc::ChannelInterface& channel);

// Tells calls that wait for a connection when it is worth trying again. gRPC
// itself tries to reconnect at its own pace; nothing here makes it try sooner.
//
// However many calls wait for a channel, gRPC is asked about it once. One
// thread, started by the first call that waits. Thread-safe.
class ConnectionWatcher {
 public:
  ConnectionWatcher() = default;
  // Tells those who still wait.
  ~ConnectionWatcher();
  ConnectionWatcher(const ConnectionWatcher&) = delete;
  ConnectionWatcher& operator=(const ConnectionWatcher&) = delete;

  static ConnectionWatcher& Process();

  // Calls `connected` once, when MayConnect(), or not at all if that is later
  // than `until`. On the watcher's thread, where it must be short.
  void Watch(std::shared_ptr<grpc::ChannelInterface> channel,
             MonotonicTime until, std::function<void()> connected);

 private:
  struct Waiter {
    MonotonicTime until;
    std::function<void()> connected;
  };
  // A channel that somebody waits for. Also the tag of the question that gRPC
  // has been asked about it.
  struct Watched {
    std::shared_ptr<grpc::ChannelInterface> channel;
    std::vector<Waiter> waiters;
  };

  void Run();
  void Ask(Watched& watched);
  // gRPC has answered. Returns what is over, to be dropped without the lock.
  std::unique_ptr<Watched> HandleAnswer(Watched& watched);

  std::mutex mutex_;
  std::unordered_map<const void*, std::unique_ptr<Watched>>
      watched_;            // guarded by mutex_; by channel
  bool stopping_ = false;  // guarded by mutex_
  grpc::CompletionQueue queue_;
  std::thread thread_;  // guarded by mutex_ until stopping_
};

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_CONNECTION_WATCHER_H_
