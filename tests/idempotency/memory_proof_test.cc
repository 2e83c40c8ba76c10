// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Thousands of calls that must not run twice, at a server that loses answers,
// answers slowly and gets the same request twice at the same time. The same
// calls on bare gRPC, with the retries of gRPC, show what the keys prevent.

#include <atomic>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/chain/loopback_socket.h"
#include "baton/client.h"
#include "baton/idempotency/memory_replay_store.h"
#include "baton/server.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/keyed_server.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"
#include "tests/support/signal.h"

namespace baton {
namespace {

using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

constexpr int kCalls = 3000;
constexpr int kThreads = 8;

// Counts the effects of each request.
class Effects {
 public:
  // Returns the number of this effect of the request, from 1.
  int Apply(const std::string& request) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return ++counts_[request];
  }
  int Of(const std::string& request) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = counts_.find(request);
    return found == counts_.end() ? 0 : found->second;
  }
  // Returns the number of requests with more than one effect.
  int Doubled() {
    const std::lock_guard<std::mutex> lock(mutex_);
    int doubled = 0;
    for (const auto& [request, count] : counts_) doubled += count > 1;
    return doubled;
  }

 private:
  std::mutex mutex_;
  std::map<std::string, int> counts_;
};

// The handler of all runs: it applies the effect, and may then lose its answer
// or be slow. Which requests it treats so depends on their number only.
KeyedServer::Handler Payments(Effects& effects) {
  return [&effects](grpc::ServerContextBase* context,
                    const CallRequest& request, CallResponse* response) {
    const int effect = effects.Apply(request.payload());
    const int number = std::stoi(request.payload());
    if (number % 7 == 0 && effect == 1) {
      // All other calls on the connection lose their answers, too.
      chain::CutLoopbackConnection(context->peer());
    }
    if (number % 5 == 0) Signal().Await(absl::Milliseconds(2));
    response->set_payload(request.payload());
    return grpc::Status::OK;
  };
}

struct Totals {
  std::atomic<int> ok{0};
  std::atomic<int> failed{0};
  std::atomic<int> ok_without_effect{0};
};

// Makes all calls. With `twins`, every eleventh call is made twice at the same
// time.
template <typename Call>
void MakeCalls(Effects& effects, Totals& totals, bool twins, Call call) {
  std::atomic<int> next{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      while (true) {
        const int number = next++;
        if (number >= kCalls) return;
        const std::string request = absl::StrCat(number);
        std::thread twin;
        if (twins && number % 11 == 0)
          twin = std::thread([&] { call(request); });
        const bool ok = call(request);
        if (twin.joinable()) twin.join();
        ++(ok ? totals.ok : totals.failed);
        if (ok && effects.Of(request) == 0) ++totals.ok_without_effect;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

bool CallOn(const std::shared_ptr<grpc::Channel>& channel,
            const std::string& request, bool with_key) {
  grpc::ClientContext context;
  context.set_deadline(FromNow(kPatience));
  if (with_key) {
    CallOverrides overrides;
    overrides.idempotency_key = absl::StrCat("payment-", request);
    EXPECT_TRUE(SetCallOverrides(&context, overrides).ok());
  }
  CallRequest message;
  message.set_payload(request);
  CallResponse response;
  const grpc::Status status =
      Scripted::NewStub(channel)->Call(&context, message, &response);
  return status.ok() && response.payload() == request;
}

class MemoryProofTest : public ::testing::TestWithParam<HandlerApi> {};

INSTANTIATE_TEST_SUITE_P(Handlers, MemoryProofTest,
                         ::testing::Values(HandlerApi::kSync,
                                           HandlerApi::kCallback),
                         ::testing::PrintToStringParamName());

TEST_P(MemoryProofTest, NoEffectHappensTwiceAtAServerWithAMemoryStore) {
  Effects effects;
  ServerOptions options;
  // The process never restarts, so a key without a record is new.
  MemoryReplayStoreOptions store;
  store.longest_retry_time = absl::ZeroDuration();
  options.replay_store = NewMemoryReplayStore(store);
  options.counters = std::make_shared<ServerCounters>();
  const KeyedServer server(GetParam(), options, Payments(effects));
  ClientOptions client = QuickOptions();
  MethodPolicy& policy = client.policy.everything();
  policy.idempotency = Idempotency::kNotIdempotent;
  policy.idempotency_key.honored = true;
  policy.retry.max_attempts = 5;
  policy.retry.edge_grant = 4;
  const auto channel = NewBatonChannel(server.address(), client);
  Totals totals;
  MakeCalls(effects, totals, /*twins=*/true, [&](const std::string& request) {
    return CallOn(channel, request, true);
  });
  std::cout << "with keys: " << totals.ok << " calls succeeded, "
            << totals.failed << " failed, " << effects.Doubled()
            << " effects happened twice, " << options.counters->Read().replayed
            << " answers were replayed\n";
  EXPECT_EQ(effects.Doubled(), 0);
  EXPECT_EQ(totals.ok_without_effect, 0);
  EXPECT_EQ(totals.ok + totals.failed, kCalls);
  EXPECT_GT(totals.ok, kCalls * 9 / 10);
  // The faults did happen.
  EXPECT_GT(options.counters->Read().replayed, kCalls / 20);
}

TEST_P(MemoryProofTest, EffectsHappenTwiceWithRetriesOfBareGrpc) {
  Effects effects;
  const KeyedServer server(GetParam(), ServerOptions(), Payments(effects));
  grpc::ChannelArguments arguments;
  // gRPC 1.72 to 1.83 can lose a call that waits for a millisecond.
  arguments.SetServiceConfigJSON(R"({"methodConfig": [{"name": [{}],
      "retryPolicy": {"maxAttempts": 5, "initialBackoff": "0.01s",
      "maxBackoff": "0.01s", "backoffMultiplier": 2,
      "retryableStatusCodes": ["UNAVAILABLE"]}}]})");
  const auto channel = grpc::CreateCustomChannel(
      server.address(), grpc::InsecureChannelCredentials(), arguments);
  Totals totals;
  MakeCalls(effects, totals, /*twins=*/false, [&](const std::string& request) {
    return CallOn(channel, request, false);
  });
  std::cout << "bare gRPC: " << totals.ok << " calls succeeded, "
            << totals.failed << " failed, " << effects.Doubled()
            << " effects happened twice\n";
  EXPECT_GT(effects.Doubled(), kCalls / 20);
}

}  // namespace
}  // namespace baton
