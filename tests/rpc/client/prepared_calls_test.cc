// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Calls that the application prepares and starts later. Deadline, policy and
// grant belong to the start.

#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/rpc/channel/channel_state.h"
#include "baton/rpc/client/client_interceptor.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/manual_runtime.h"
#include "tests/rpc/support/middle_server.h"
#include "tests/support/calls/awaited_queue.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/scripted_server.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::ElementsAre;
using testing::v1::CallResponse;
using testing::v1::Scripted;

// A unary call on a completion queue.
class PreparedCall {
 public:
  explicit PreparedCall(const std::shared_ptr<grpc::Channel>& channel)
      : reader_(Scripted::NewStub(channel)->PrepareAsyncCall(
            context.get(), RequestOf("hello"), queue_.get())) {}

  grpc::Status Run() {
    grpc::Status status;
    reader_->StartCall();
    reader_->Finish(&response_, &status, queue_.tag());
    EXPECT_TRUE(queue_.Await());
    return status;
  }

  const std::shared_ptr<grpc::ClientContext> context = NewContext();

 private:
  CallResponse response_;
  AwaitedQueue queue_;
  std::unique_ptr<grpc::ClientAsyncResponseReader<CallResponse>> reader_;
};

TEST(PreparedCallsTest, DefaultDeadlineBeginsAtTheStart) {
  rpc::ManualRuntime runtime;
  ScriptedServer server;
  ClientOptions options = QuickOptions();
  options.policy.everything().deadline.default_timeout = absl::Seconds(30);
  ClientInterceptorFactories factories;
  factories.push_back(std::make_unique<rpc::ClientInterceptorFactory>(
      std::make_shared<const rpc::ChannelState>(
          server.address(), options, /*first_attempts_in_place=*/true,
          runtime)));
  PreparedCall call(grpc::experimental::CreateCustomChannelWithInterceptors(
      server.address(), grpc::InsecureChannelCredentials(),
      grpc::ChannelArguments(), std::move(factories)));
  runtime.Advance(absl::Minutes(10));
  const grpc::Status status = call.Run();
  EXPECT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(GetCallReport(*call.context)->timeout, absl::Seconds(30));
  EXPECT_EQ(GetCallReport(*call.context)->lasted, absl::ZeroDuration());
}

TEST(PreparedCallsTest, PolicyOfTheStartApplies) {
  ScriptedServer server;
  server.Otherwise(Fail(StatusCode::UNAVAILABLE, "busy"));
  ClientOptions options = QuickOptions();
  const auto source = std::make_shared<PolicySource>(
      std::make_shared<const Policy>(options.policy));
  options.policy_source = source;
  PreparedCall call(NewBatonChannel(server.address(), options));
  Policy next = options.policy;
  next.everything().retry.max_attempts = 2;
  source->Replace(std::make_shared<const Policy>(next));
  EXPECT_EQ(call.Run().error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(server.attempts(), 2);
}

class PreparedInHandlerTest : public ::testing::Test {
 protected:
  // Runs a handler that prepares `call_`, and returns the advice of the
  // response.
  template <typename AfterPreparation>
  std::vector<std::string> Serve(AfterPreparation after_preparation) {
    const auto next = NewBatonChannel(leaf_.address(), QuickOptions());
    MiddleServer middle([&](grpc::ServerContext&) {
      call_ = std::make_unique<PreparedCall>(next);
      return after_preparation();
    });
    const auto context = NewContext(kPatience);
    context->AddMetadata("retry-budget", "g=1,n=0,h=1");
    return MakeUnaryCall(UnaryForm::kCqFinish, middle.NewChannel(), context,
                         RequestOf("x"))
        .Trailers("retry-advice");
  }

  ScriptedServer leaf_;
  std::unique_ptr<PreparedCall> call_;
};

TEST_F(PreparedInHandlerTest, UnstartedCallHoldsNoGrantOfItsRequest) {
  EXPECT_THAT(Serve([] { return grpc::Status(StatusCode::UNAVAILABLE, "x"); }),
              ElementsAre("r=ok,u=0,c=d"));
  EXPECT_TRUE(call_->Run().ok());
  EXPECT_THAT(leaf_.AwaitAttempt(1).Values("retry-budget"),
              ElementsAre("g=0,n=0,h=2"));
}

TEST_F(PreparedInHandlerTest, CallStartedOnAnotherThreadBelongsToItsRequest) {
  leaf_.Otherwise(Fail(StatusCode::UNAVAILABLE, "busy"));
  Serve([this] {
    grpc::Status status;
    std::thread([&] { status = call_->Run(); }).join();
    return status;
  });
  EXPECT_THAT(leaf_.AwaitAttempt(1).Values("retry-budget"),
              ElementsAre("g=0,n=0,h=2"));
  EXPECT_EQ(leaf_.attempts(), 2);
}

}  // namespace
}  // namespace baton
