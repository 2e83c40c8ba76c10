// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/connection_watcher.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "baton/monotonic_time.h"
#include "baton/mutex.h"
#include "baton/policy/reconnect_options.h"
#include "baton/real_clock.h"
#include "baton/rpc/runtime/runtime.h"
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

constexpr absl::Duration kForever = absl::Hours(1);

// Returns an outage in which channels reconnect every 10 to 20 ms.
Reconnection OutageSince(MonotonicTime began, const void* target) {
  ReconnectOptions options;
  options.min_interval = absl::Milliseconds(10);
  options.max_interval = absl::Milliseconds(20);
  return {options, began, target};
}

// The channels that a watcher has made connect. Worker threads write it.
class Reconnects {
 public:
  void Add(grpc::ChannelInterface* channel) {
    const MutexLock lock(mutex_);
    channels_.push_back(channel);
    changed_.NotifyAll();
  }
  // Returns false after the patience of tests.
  bool Await(std::size_t count) {
    const MutexLock lock(mutex_);
    return changed_.WaitFor(mutex_, absl::ToChronoNanoseconds(kPatience),
                            [&] { return channels_.size() >= count; });
  }
  int Of(const grpc::ChannelInterface* channel) const {
    const MutexLock lock(mutex_);
    return static_cast<int>(
        std::count(channels_.begin(), channels_.end(), channel));
  }

 private:
  mutable Mutex mutex_;
  CondVar changed_;
  std::vector<grpc::ChannelInterface*> channels_ ABSL_GUARDED_BY(mutex_);
};

std::function<void(grpc::ChannelInterface&)> RecordIn(
    std::shared_ptr<Reconnects> reconnects) {
  return [reconnects = std::move(reconnects)](grpc::ChannelInterface& channel) {
    reconnects->Add(&channel);
  };
}

class ConnectionWatcherTest : public ::testing::Test {
 protected:
  ConnectionWatcherTest() { server_.Stop(); }

  // Returns a channel with a refused connection. gRPC waits for `backoff`
  // before it connects again.
  std::shared_ptr<grpc::Channel> RefusedChannel(
      absl::Duration backoff = absl::Milliseconds(50)) {
    const int ms = static_cast<int>(absl::ToInt64Milliseconds(backoff));
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, ms);
    arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, ms);
    arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, ms);
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
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

// gRPC alone would connect after the end of the test.
TEST_F(ConnectionWatcherTest, ChannelReconnectsSoonWhileCallsWait) {
  const auto channel = RefusedChannel(kForever);
  Signal told;
  ConnectionWatcher watcher;
  watcher.Watch(
      channel, In(kPatience), [&told] { told.Give(); },
      OutageSince(RealClock().Now(), &server_));
  server_.Start();
  EXPECT_TRUE(told.Await());
}

TEST_F(ConnectionWatcherTest, ChannelsOfOneTargetReconnectTogether) {
  std::array<std::shared_ptr<grpc::Channel>, 3> channels;
  for (auto& channel : channels) channel = RefusedChannel(kForever);
  const auto reconnects = std::make_shared<Reconnects>();
  ConnectionWatcher watcher(Runtime::Process(), RecordIn(reconnects));
  const Reconnection outage = OutageSince(RealClock().Now(), &server_);
  for (const auto& channel : channels) {
    watcher.Watch(
        channel, In(kPatience), [] {}, outage);
  }
  EXPECT_TRUE(reconnects->Await(6));
  for (const auto& channel : channels) {
    EXPECT_GE(reconnects->Of(channel.get()), 1);
  }
}

TEST_F(ConnectionWatcherTest, OldOutageLeavesTheChannelToGrpc) {
  const auto old = RefusedChannel(kForever);
  const auto recent = RefusedChannel(kForever);
  const auto reconnects = std::make_shared<Reconnects>();
  ConnectionWatcher watcher(Runtime::Process(), RecordIn(reconnects));
  const MonotonicTime now = RealClock().Now();
  watcher.Watch(
      old, In(kPatience), [] {},
      OutageSince(now - absl::Minutes(1), &reconnects));
  watcher.Watch(
      recent, In(kPatience), [] {}, OutageSince(now, &server_));
  EXPECT_TRUE(reconnects->Await(5));
  EXPECT_EQ(reconnects->Of(old.get()), 0);
}

TEST_F(ConnectionWatcherTest, ChannelWithoutWaitingCallsKeepsGrpcsWaits) {
  const auto left = RefusedChannel(kForever);
  const auto awaited = RefusedChannel(kForever);
  const auto reconnects = std::make_shared<Reconnects>();
  Signal dropped;
  ConnectionWatcher watcher(Runtime::Process(), RecordIn(reconnects));
  const Reconnection outage = OutageSince(RealClock().Now(), &server_);
  watcher.Watch(
      left, In(absl::Milliseconds(1)),
      [held = std::shared_ptr<void>(nullptr, [&](void*) { dropped.Give(); })] {
      },
      outage);
  EXPECT_TRUE(dropped.Await());
  watcher.Watch(
      awaited, In(kPatience), [] {}, outage);
  EXPECT_TRUE(reconnects->Await(5));
  EXPECT_EQ(reconnects->Of(left.get()), 0);
}

// gRPC may run callbacks of the application while a channel reconnects.
TEST_F(ConnectionWatcherTest, ReconnectMayWatchAnotherChannel) {
  const auto channel = RefusedChannel(kForever);
  const auto other = RefusedChannel(kForever);
  Signal told;
  const auto watched = std::make_shared<std::atomic<bool>>(false);
  const auto started = std::make_shared<Signal>();
  ConnectionWatcher* self = nullptr;
  ConnectionWatcher watcher(
      Runtime::Process(),
      [watched, started, other, &self](grpc::ChannelInterface&) {
        if (watched->exchange(true)) return;
        self->Watch(other, In(absl::Milliseconds(1)), [] {});
        started->Give();
      });
  self = &watcher;
  watcher.Watch(
      channel, In(kPatience), [&told] { told.Give(); },
      OutageSince(RealClock().Now(), &server_));
  EXPECT_TRUE(started->Await());
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
