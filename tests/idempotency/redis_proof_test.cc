// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Calls that must not run twice, to three server processes that share a Redis.
// Answers get lost, servers are killed and paused for longer than their lease,
// the same request arrives twice at the same time, and Redis is restarted.

#include <atomic>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/idempotency/redis_server.h"
#include "tests/idempotency/replica.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"
#include "tests/support/signal.h"

namespace baton {
namespace {

using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

constexpr int kThreads = 8;
constexpr int kRounds = 6;

struct Totals {
  int calls = 0;
  int ok = 0;
  int ok_without_effect = 0;
  int doubled = 0;
};

class RedisProofTest : public ::testing::Test {
 protected:
  void StartReplicas(const std::string& redis) {
    for (int i = 0; i < 3; ++i) {
      replicas_.push_back(
          std::make_unique<Replica>(Replica::Settings{redis, effects_}));
      addresses_.push_back(replicas_.back()->address());
    }
  }
  std::string target() const {
    return absl::StrCat("ipv4:", absl::StrJoin(addresses_, ","));
  }

  // Makes calls while `disturb` runs.
  Totals MakeCalls(const std::shared_ptr<grpc::Channel>& channel,
                   bool with_keys, const std::function<void()>& disturb) {
    Totals totals;
    std::atomic<int> next{0};
    std::atomic<bool> stop{false};
    std::vector<std::string> succeeded[kThreads];
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
      threads.emplace_back([&, t] {
        while (!stop) {
          const int number = next++;
          const std::string request = absl::StrCat("request-", number);
          std::thread twin;
          if (with_keys && number % 11 == 0) {
            twin = std::thread([&] { Call(channel, request, with_keys); });
          }
          if (Call(channel, request, with_keys)) {
            succeeded[t].push_back(request);
          }
          if (twin.joinable()) twin.join();
        }
      });
    }
    disturb();
    stop = true;
    for (std::thread& thread : threads) thread.join();
    totals.calls = next;
    const std::map<std::string, int> effects = EffectsIn(effects_);
    for (const auto& [request, count] : effects) totals.doubled += count > 1;
    for (const std::vector<std::string>& requests : succeeded) {
      totals.ok += static_cast<int>(requests.size());
      for (const std::string& request : requests) {
        totals.ok_without_effect += effects.count(request) == 0;
      }
    }
    return totals;
  }

  static bool Call(const std::shared_ptr<grpc::Channel>& channel,
                   const std::string& request, bool with_key) {
    grpc::ClientContext context;
    context.set_deadline(FromNow(absl::Seconds(2)));
    if (with_key) {
      CallOverrides overrides;
      overrides.idempotency_key = request;
      EXPECT_TRUE(SetCallOverrides(&context, overrides).ok());
    }
    CallRequest message;
    message.set_payload(request);
    CallResponse response;
    return Scripted::NewStub(channel)->Call(&context, message, &response).ok();
  }

  std::shared_ptr<grpc::Channel> BatonChannel() const {
    ClientOptions client = QuickOptions();
    MethodPolicy& policy = client.policy.everything();
    policy.idempotency = Idempotency::kNotIdempotent;
    policy.retry.max_attempts = 5;
    policy.retry.edge_grant = 4;
    grpc::ChannelArguments arguments;
    arguments.SetLoadBalancingPolicyName("round_robin");
    arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 20);
    arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 20);
    const auto channel =
        CreateChannel(target(), grpc::InsecureChannelCredentials(),
                      std::move(client), arguments);
    EXPECT_TRUE(channel.ok()) << channel.status();
    return *channel;
  }

  static void Pause(absl::Duration duration) { Signal().Await(duration); }

  const std::string effects_ = NewTestDirectory() + "/effects";
  std::vector<std::unique_ptr<Replica>> replicas_;
  std::vector<std::string> addresses_;
};

TEST_F(RedisProofTest, NoEffectHappensTwiceAtServersThatShareARedis) {
  RedisServer redis(RedisServer::Disk::kAlways);
  StartReplicas(redis.address());
  const Totals totals = MakeCalls(BatonChannel(), true, [&] {
    for (int round = 0; round < kRounds; ++round) {
      Pause(absl::Milliseconds(150));
      replicas_[0]->Restart();
      Pause(absl::Milliseconds(150));
      replicas_[1]->Stop();
      // Longer than the lease.
      Pause(absl::Milliseconds(500));
      replicas_[1]->Continue();
      if (round % 3 != 0) continue;
      redis.Kill();
      Pause(absl::Milliseconds(50));
      redis.Start();
    }
  });
  std::cout << "with keys: " << totals.calls << " calls, " << totals.ok
            << " succeeded, " << totals.doubled << " effects happened twice\n";
  EXPECT_EQ(totals.doubled, 0);
  EXPECT_EQ(totals.ok_without_effect, 0);
  EXPECT_GT(totals.ok, totals.calls / 2);
}

TEST_F(RedisProofTest, EffectsHappenTwiceWithRetriesOfBareGrpc) {
  StartReplicas("");
  grpc::ChannelArguments arguments;
  arguments.SetLoadBalancingPolicyName("round_robin");
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 20);
  arguments.SetServiceConfigJSON(R"({"methodConfig": [{"name": [{}],
      "retryPolicy": {"maxAttempts": 5, "initialBackoff": "0.001s",
      "maxBackoff": "0.01s", "backoffMultiplier": 2,
      "retryableStatusCodes": ["UNAVAILABLE"]}}]})");
  const auto channel = grpc::CreateCustomChannel(
      target(), grpc::InsecureChannelCredentials(), arguments);
  const Totals totals = MakeCalls(channel, false, [&] {
    for (int round = 0; round < kRounds; ++round) {
      Pause(absl::Milliseconds(300));
      replicas_[0]->Restart();
    }
  });
  std::cout << "bare gRPC: " << totals.calls << " calls, " << totals.ok
            << " succeeded, " << totals.doubled << " effects happened twice\n";
  EXPECT_GT(totals.doubled, 0);
}

}  // namespace
}  // namespace baton

int main(int argc, char** argv) {
  baton::Replica::ServeIfChild(argc, argv);
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
