// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// A complete server, a client that marks its failing requests as repeated, and
// an honest client beside it.

#include <memory>
#include <string>
#include <vector>

#include "baton/server.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/queue_server.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

// More than the limiter needs before it limits retries.
constexpr int kMany = 50;

// Call() always fails with the code in the payload, ServerStream() with
// UNAVAILABLE, and ClientStream() with UNAVAILABLE after its deadline.
class FailingService final : public Scripted::Service {
 public:
  grpc::Status Call(grpc::ServerContext*, const CallRequest* request,
                    CallResponse*) override {
    return {static_cast<StatusCode>(std::stoi(request->payload())), "no"};
  }
  grpc::Status ServerStream(grpc::ServerContext*, const CallRequest*,
                            grpc::ServerWriter<CallResponse>*) override {
    return {StatusCode::UNAVAILABLE, "no"};
  }
  grpc::Status ClientStream(grpc::ServerContext*,
                            grpc::ServerReader<CallRequest>* reader,
                            CallResponse*) override {
    CallRequest request;
    // The client does not end the stream, so this waits for the deadline.
    while (reader->Read(&request)) {
    }
    return {StatusCode::UNAVAILABLE, "no"};
  }
};

// The trailers that tell a client whether to retry.
struct Advice {
  std::vector<std::string> advice;
  std::vector<std::string> pushback;
};

class RetryRatioFairnessTest : public ::testing::Test {
 protected:
  void Start(InboundGrantOptions inbound_grant) {
    ServerOptions options;
    options.inbound_grant = std::move(inbound_grant);
    options.counters = counters_;
    int port = 0;
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                             &port);
    ASSERT_TRUE(InstallServer(&builder, options).ok());
    builder.RegisterService(&service_);
    server_ = builder.BuildAndStart();
    ASSERT_NE(server_, nullptr);
    grpc::ChannelArguments arguments;
    // With its own retries, gRPC removes `grpc-previous-rpc-attempts`.
    arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, 0);
    channel_ = grpc::CreateCustomChannel("127.0.0.1:" + std::to_string(port),
                                         grpc::InsecureChannelCredentials(),
                                         arguments);
  }
  ~RetryRatioFairnessTest() override {
    if (server_ != nullptr) server_->Shutdown();
  }

  // A call of Call() that ends with `code`. `repeated`: it claims to be a
  // retry.
  Advice Call(StatusCode code, bool repeated) {
    const auto context = NewContext(kPatience);
    if (repeated) context->AddMetadata("x-envoy-attempt-count", "2");
    const UnaryResult result = MakeUnaryCall(
        UnaryForm::kSync, channel_, context, RequestOf(std::to_string(code)));
    EXPECT_EQ(result.status.error_code(), code);
    return {result.Trailers("retry-advice"),
            result.Trailers("grpc-retry-pushback-ms")};
  }
  // A repeated call of ServerStream().
  void CallOther() {
    const auto context = NewContext(kPatience);
    context->AddMetadata("x-envoy-attempt-count", "2");
    const auto reader =
        Scripted::NewStub(channel_)->ServerStream(context.get(), CallRequest());
    EXPECT_EQ(reader->Finish().error_code(), StatusCode::UNAVAILABLE);
  }

  // A repeated call of ClientStream() that ends at its deadline, which is soon.
  void CallLate() {
    const auto context = NewContext(absl::Milliseconds(10));
    context->AddMetadata("x-envoy-attempt-count", "2");
    CallResponse response;
    const auto writer =
        Scripted::NewStub(channel_)->ClientStream(context.get(), &response);
    EXPECT_EQ(writer->Finish().error_code(), StatusCode::DEADLINE_EXCEEDED);
  }

  const std::shared_ptr<ServerCounters> counters_ =
      std::make_shared<ServerCounters>();
  FailingService service_;
  std::unique_ptr<grpc::Server> server_;
  std::shared_ptr<grpc::Channel> channel_;
};

TEST_F(RetryRatioFairnessTest, StrippedClientLimitsNoRetriesOfAnHonestOne) {
  InboundGrantOptions strip;
  strip.trust = InboundGrantOptions::Trust::kStrip;
  Start(strip);
  for (int i = 0; i < kMany; ++i) Call(StatusCode::UNAVAILABLE, true);
  const Advice honest = Call(StatusCode::UNAVAILABLE, false);
  EXPECT_THAT(honest.advice, IsEmpty());
  EXPECT_THAT(honest.pushback, IsEmpty());
  EXPECT_EQ(counters_->Read().advised_against, 0);
  EXPECT_EQ(counters_->Read().retries, 0);
}

TEST_F(RetryRatioFairnessTest, BelievedClientLimitsItsMethodAlone) {
  Start({});
  for (int i = 0; i < kMany; ++i) CallOther();
  EXPECT_GT(counters_->Read().advised_against, 0);
  EXPECT_THAT(Call(StatusCode::UNAVAILABLE, false).advice, IsEmpty());
  for (int i = 0; i < kMany; ++i) Call(StatusCode::UNAVAILABLE, true);
  EXPECT_THAT(Call(StatusCode::UNAVAILABLE, false).advice,
              Contains(HasSubstr("r=no,w=overload")));
}

TEST_F(RetryRatioFairnessTest,
       CodesThatNoClientRetriesDoNotCountAndGetNoAdvice) {
  Start({});
  for (int i = 0; i < kMany; ++i) {
    EXPECT_THAT(Call(StatusCode::CANCELLED, true).advice, IsEmpty());
    EXPECT_THAT(Call(StatusCode::DATA_LOSS, true).advice, IsEmpty());
    EXPECT_THAT(Call(StatusCode::INVALID_ARGUMENT, true).advice, IsEmpty());
  }
  EXPECT_THAT(Call(StatusCode::UNAVAILABLE, false).advice, IsEmpty());
  EXPECT_EQ(counters_->Read().advised_against, 0);
}

TEST_F(RetryRatioFairnessTest, RequestsWithoutTimeLimitNoRetries) {
  Start({});
  for (int i = 0; i < kMany; ++i) CallLate();
  server_->Shutdown();
  EXPECT_EQ(counters_->Read().advised_against, 0);
}

// A server of a generic service that always fails.
class GenericRetryRatioTest : public ::testing::Test {
 protected:
  // Returns the advice of an honest call, after many repeated ones.
  std::vector<std::string> AdviceAfterRetries(const ServerOptions& options) {
    QueueServer server(
        QueueService::kGeneric,
        [](grpc::ServerContext&) {
          return grpc::Status(StatusCode::UNAVAILABLE, "no");
        },
        options);
    const auto channel = server.NewChannel();
    std::vector<std::string> advice;
    for (int i = 0; i <= kMany; ++i) {
      const auto context = NewContext(kPatience);
      if (i < kMany) context->AddMetadata("x-envoy-attempt-count", "2");
      advice = MakeUnaryCall(UnaryForm::kSync, channel, context, RequestOf("x"))
                   .Trailers("retry-advice");
    }
    return advice;
  }
};

TEST_F(GenericRetryRatioTest, MethodThatIsNotRegisteredHasNoLimit) {
  EXPECT_THAT(AdviceAfterRetries({}), IsEmpty());
}

TEST_F(GenericRetryRatioTest, MethodInTheOptionsHasALimitOfItsOwn) {
  ServerOptions options;
  options.generic_methods = {"/baton.testing.v1.Scripted/Call"};
  EXPECT_THAT(AdviceAfterRetries(options),
              Contains(HasSubstr("r=no,w=overload")));
}

}  // namespace
}  // namespace baton
