// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/parent_watch.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <future>

#include "absl/time/time.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/loopback_server.h"
#include "tests/support/patience.h"

namespace baton::rpc {
namespace {

// Counts reports and lets a test wait for them.
class Told {
 public:
  std::function<void()> Teller() {
    return [this] {
      if (++times_ == 1) promise_.set_value();
    };
  }
  bool Await() {
    return promise_.get_future().wait_for(absl::ToChronoMilliseconds(
               kPatience)) == std::future_status::ready;
  }
  int times() const { return times_; }

 private:
  std::atomic<int> times_{0};
  std::promise<void> promise_;
};

using Response = examples::v1::EchoResponse;

TEST(ParentWatchTest, ReportsTheEndOfTheParentOnce) {
  Told told;
  ParentWatch watch;
  LoopbackServer server([&](grpc::ServerContext& context, Response&) {
    watch.Start(context.c_call(), told.Teller());
    EXPECT_EQ(told.times(), 0);
    return grpc::Status::OK;
  });
  grpc::ClientContext context;
  EXPECT_TRUE(server.Call(context).ok());
  EXPECT_TRUE(told.Await());
  watch.Stop();
  EXPECT_EQ(told.times(), 1);
}

TEST(ParentWatchTest, ReportsCancellationWhileTheHandlerRuns) {
  Told told;
  ParentWatch watch;
  grpc::ClientContext context;
  LoopbackServer server([&](grpc::ServerContext& parent, Response&) {
    watch.Start(parent.c_call(), told.Teller());
    context.TryCancel();
    EXPECT_TRUE(told.Await());
    return grpc::Status::OK;
  });
  EXPECT_EQ(server.Call(context).error_code(), grpc::StatusCode::CANCELLED);
}

TEST(ParentWatchTest, StoppedWatchReportsNothing) {
  Told stopped;
  Told replaced;
  Told other;
  ParentWatch watch;
  ParentWatch replacing;
  LoopbackServer server([&](grpc::ServerContext& context, Response&) {
    watch.Start(context.c_call(), stopped.Teller());
    watch.Stop();
    watch.Stop();
    replacing.Start(context.c_call(), replaced.Teller());
    replacing.Start(context.c_call(), other.Teller());
    {
      ParentWatch dropped;
      dropped.Start(context.c_call(), stopped.Teller());
    }
    return grpc::Status::OK;
  });
  grpc::ClientContext context;
  EXPECT_TRUE(server.Call(context).ok());
  EXPECT_TRUE(other.Await());
  EXPECT_EQ(stopped.times(), 0);
  EXPECT_EQ(replaced.times(), 0);
}

// Several watches of one parent all receive its end.
TEST(ParentWatchTest, ReportsToAllWatches) {
  constexpr int kWatches = 50;
  std::array<Told, kWatches> told;
  std::array<ParentWatch, kWatches> watches;
  LoopbackServer server([&](grpc::ServerContext& context, Response&) {
    for (std::size_t i = 0; i < kWatches; ++i) {
      watches[i].Start(context.c_call(), told[i].Teller());
    }
    return grpc::Status::OK;
  });
  grpc::ClientContext context;
  EXPECT_TRUE(server.Call(context).ok());
  for (Told& one : told) EXPECT_TRUE(one.Await());
}

}  // namespace
}  // namespace baton::rpc
