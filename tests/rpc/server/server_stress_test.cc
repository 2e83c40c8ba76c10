// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Many concurrent handlers that return before their calls end. Every call ends,
// every record is destroyed, and the grant limits each call.

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/server.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/middle_server.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

constexpr int kThreads = 4;
constexpr int kRequests = 40;  // per thread
constexpr int kGrant = 2;

// The current number of instances of something.
class Count {
 public:
  void Change(int by) {
    std::lock_guard<std::mutex> lock(mutex_);
    now_ += by;
    ever_ += std::max(by, 0);
    changed_.notify_all();
  }
  bool AwaitNone() {
    std::unique_lock<std::mutex> lock(mutex_);
    return changed_.wait_for(lock, absl::ToChronoMilliseconds(kPatience),
                             [this] { return now_ == 0; });
  }
  int ever() {
    std::lock_guard<std::mutex> lock(mutex_);
    return ever_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int now_ = 0;
  int ever_ = 0;
};

class Observer final : public RequestObserver {
 public:
  explicit Observer(Count& alive) : alive_(alive) { alive_.Change(1); }
  ~Observer() override {
    EXPECT_EQ(ends_, 1);
    alive_.Change(-1);
  }
  std::unique_ptr<Attachment> Attach() override { return nullptr; }
  void OnRequestEnd(const RequestReport&) override { ++ends_; }

 private:
  Count& alive_;
  std::atomic<int> ends_{0};
};

class Factory final : public RequestObserverFactory {
 public:
  explicit Factory(Count& alive) : alive_(alive) {}
  std::unique_ptr<RequestObserver> OnRequestStart(
      const RequestStart&) override {
    return std::make_unique<Observer>(alive_);
  }

 private:
  Count& alive_;
};

// Starts calls without waiting for them.
class Abandoner {
 public:
  explicit Abandoner(std::shared_ptr<grpc::Channel> channel)
      : stub_(Scripted::NewStub(std::move(channel))) {}

  void Start(std::unique_ptr<grpc::ClientContext> context) {
    running_.Change(1);
    auto call = std::make_shared<Call>();
    call->context = std::move(context);
    Call& started = *call;
    stub_->async()->Call(
        started.context.get(), &started.request, &started.response,
        [this, call = std::move(call)](const grpc::Status&) mutable {
          const auto report = GetCallReport(*call->context);
          EXPECT_TRUE(report.has_value());
          EXPECT_LE(report->attempts.size(), std::size_t{1 + kGrant});
          // The context must not be the last owner of the channel on a gRPC
          // thread. The channel may be destroyed after the next line.
          call.reset();
          running_.Change(-1);
        });
  }
  Count& running() { return running_; }

 private:
  struct Call {
    std::unique_ptr<grpc::ClientContext> context;
    CallRequest request;
    CallResponse response;
  };

  const std::unique_ptr<Scripted::Stub> stub_;
  Count running_;
};

// One call for each kind of link, and one without a link.
template <typename Context>
void StartCalls(Context& context, Abandoner& abandoner) {
  abandoner.Start(NewLinkedContext(context, LinkBy::kThread));
  abandoner.Start(NewLinkedContext(context, LinkBy::kContext));
  abandoner.Start(NewLinkedContext(context, LinkBy::kScope));
  auto attached = std::make_unique<grpc::ClientContext>();
  RequestScope::From(&context).Attach(attached.get());
  abandoner.Start(std::move(attached));
}

class ServerStressTest : public ::testing::Test {
 protected:
  ServerStressTest()
      : channel_(NewBatonChannel(leaf_.address(), QuickOptions())),
        abandoner_(channel_) {
    leaf_.Otherwise(Fail(grpc::StatusCode::UNAVAILABLE));
    options_.observers = std::make_shared<Factory>(requests_);
  }

  // Sends requests from several threads, each with a grant.
  static void Load(const MiddleServer& server) {
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&server] {
        const auto channel = server.NewChannel();
        for (int j = 0; j < kRequests; ++j) {
          const auto context = NewContext(kPatience);
          context->AddMetadata(
              "retry-budget", absl::StrCat("g=", j % (kGrant + 1), ",n=0,h=1"));
          EXPECT_TRUE(
              MakeUnaryCall(UnaryForm::kSync, channel, context, RequestOf("x"))
                  .status.ok());
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
  }

  void ExpectNothingIsLeft() {
    EXPECT_TRUE(abandoner_.running().AwaitNone());
    EXPECT_EQ(abandoner_.running().ever(), 4 * kThreads * kRequests);
    EXPECT_TRUE(requests_.AwaitNone());
    EXPECT_EQ(requests_.ever(), kThreads * kRequests);
  }

  ScriptedServer leaf_;
  const std::shared_ptr<grpc::Channel> channel_;
  Abandoner abandoner_;
  Count requests_;
  ServerOptions options_;
};

TEST_F(ServerStressTest, ConcurrentRequestsToSyncHandlersAllEnd) {
  {
    MiddleServer server(
        [this](grpc::ServerContext& context) {
          StartCalls(context, abandoner_);
          return grpc::Status::OK;
        },
        options_);
    Load(server);
  }
  ExpectNothingIsLeft();
}

TEST_F(ServerStressTest, ConcurrentRequestsToCallbackHandlersAllEnd) {
  {
    MiddleServer server(
        [this](grpc::CallbackServerContext& context,
               grpc::ServerUnaryReactor* reactor) {
          StartCalls(context, abandoner_);
          reactor->Finish(grpc::Status::OK);
        },
        options_);
    Load(server);
  }
  ExpectNothingIsLeft();
}

}  // namespace
}  // namespace baton
