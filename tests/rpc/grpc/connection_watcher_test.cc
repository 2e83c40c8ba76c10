// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/connection_watcher.h"

#include <array>
#include <atomic>
#include <memory>
#include <utility>

#include "absl/time/time.h"
#include "baton/monotonic_time.h"
#include "baton/real_clock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"
#include "tests/support/signal.h"

namespace baton::rpc {
namespace {

MonotonicTime In(absl::Duration duration) {
  return RealClock().Now() + duration;
}

class ConnectionWatcherTest : public ::testing::Test {
 protected:
  ConnectionWatcherTest() { server_.Stop(); }

  // Returns a channel with a refused connection.
  std::shared_ptr<grpc::Channel> RefusedChannel() {
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 50);
    arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 50);
    auto channel = server_.NewChannel(arguments);
    const auto give_up = FromNow(kPatience);
    for (;;) {
      const grpc_connectivity_state state = channel->GetState(true);
      if (state == GRPC_CHANNEL_TRANSIENT_FAILURE) return channel;
      if (!channel->WaitForStateChange(state, give_up)) break;
    }
    ADD_FAILURE() << "the channel was not refused";
    return channel;
  }

  ScriptedServer server_;
};

TEST_F(ConnectionWatcherTest, NotifiesAllWaitersOfAChannel) {
  const auto channel = RefusedChannel();
  EXPECT_FALSE(MayConnect(*channel));
  std::array<Signal, 20> told;
  ConnectionWatcher watcher;
  for (Signal& signal : told) {
    watcher.Watch(channel, In(kPatience), [&signal] { signal.Give(); });
  }
  server_.Start();
  for (Signal& signal : told) EXPECT_TRUE(signal.Await());
}

TEST_F(ConnectionWatcherTest, NotifiesAtOnceWithoutAFailedConnection) {
  server_.Start();
  Signal told;
  ConnectionWatcher watcher;
  watcher.Watch(server_.NewChannel(), In(kPatience), [&told] { told.Give(); });
  EXPECT_TRUE(told.Await());
}

TEST_F(ConnectionWatcherTest, ReleasesExpiredWaitersAndTheirChannel) {
  Signal dropped;
  std::atomic<bool> told{false};
  std::weak_ptr<grpc::Channel> watched;
  ConnectionWatcher watcher;
  {
    auto channel = RefusedChannel();
    watched = channel;
    watcher.Watch(std::move(channel), In(absl::Milliseconds(1)),
                  [&told, held = std::shared_ptr<void>(nullptr, [&](void*) {
                            dropped.Give();
                          })] { told = true; });
  }
  EXPECT_TRUE(dropped.Await());
  EXPECT_FALSE(told);
  server_.Start();
  Signal next;
  watcher.Watch(server_.NewChannel(), In(kPatience), [&next] { next.Give(); });
  EXPECT_TRUE(next.Await());
  EXPECT_TRUE(watched.expired());
}

TEST_F(ConnectionWatcherTest, DestructorNotifiesRemainingWaiters) {
  Signal told;
  {
    ConnectionWatcher watcher;
    watcher.Watch(RefusedChannel(), In(kPatience), [&told] { told.Give(); });
  }
  EXPECT_TRUE(told.Await());
}

}  // namespace
}  // namespace baton::rpc
