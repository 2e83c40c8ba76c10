// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// CANCELLED from the application and from a server is the same with Baton as on
// bare gRPC, in each API.

#include <memory>
#include <string>
#include <thread>
#include <tuple>

#include "baton/client.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/stream_forms.h"
#include "tests/support/calls/stream_kind.h"
#include "tests/support/calls/unary_form.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::Combine;
using ::testing::TestParamInfo;
using ::testing::ValuesIn;

void ExpectSame(const grpc::Status& bare, const grpc::Status& baton) {
  EXPECT_EQ(bare.error_code(), StatusCode::CANCELLED);
  EXPECT_EQ(baton.error_code(), bare.error_code());
  EXPECT_EQ(baton.error_message(), bare.error_message());
  EXPECT_EQ(baton.error_details(), bare.error_details());
}

// The messages of CANCELLED that a handler may return. A stopping C++ server
// sends "CANCELLED" for requests that it has not started, so Baton retries a
// response with exactly this message and without trailers.
constexpr const char* kMessages[] = {"", "the user pressed stop", "cancelled"};

class CancelledUnaryTest : public ::testing::TestWithParam<UnaryForm> {
 protected:
  std::shared_ptr<grpc::Channel> BatonChannel() {
    return NewBatonChannel(server_.address(), QuickOptions());
  }

  // Cancels the call when the server has received the attempt.
  grpc::Status CancelAt(int attempt,
                        const std::shared_ptr<grpc::Channel>& channel) {
    const auto call =
        StartUnaryCall(GetParam(), channel, NewContext(), RequestOf("hello"));
    server_.AwaitAttempt(attempt);
    call->context().TryCancel();
    return call->Wait().status;
  }

  ScriptedServer server_;
};

INSTANTIATE_TEST_SUITE_P(Forms, CancelledUnaryTest, ValuesIn(AllUnaryForms()),
                         NameOfForm);

TEST_P(CancelledUnaryTest, CancelBeforeTheStartEndsLikeBareGrpc) {
  const auto make_call = [](const std::shared_ptr<grpc::Channel>& channel) {
    const auto context = NewContext();
    context->TryCancel();
    return MakeUnaryCall(GetParam(), channel, context, RequestOf("hello"))
        .status;
  };
  ExpectSame(make_call(server_.NewChannel()), make_call(BatonChannel()));
}

TEST_P(CancelledUnaryTest, CancelDuringTheFirstAttemptEndsLikeBareGrpc) {
  server_.Otherwise(Echo().Held());
  const grpc::Status bare = CancelAt(1, server_.NewChannel());
  ExpectSame(bare, CancelAt(2, BatonChannel()));
}

TEST_P(CancelledUnaryTest, CancelDuringARetryEndsLikeBareGrpc) {
  server_.Otherwise(Echo().Held());
  const grpc::Status bare = CancelAt(1, server_.NewChannel());
  server_.Add(Fail(StatusCode::UNAVAILABLE, "busy"));
  ExpectSame(bare, CancelAt(3, BatonChannel()));
}

// With an interceptor below Baton, no attempt is in place.
TEST_P(CancelledUnaryTest, InitialMetadataBeforeTheCancelRemain) {
  server_.Add(Echo().HeadersFirst().WithInitialMetadata("k", "1").Held());
  const auto channel =
      NewBatonChannel(server_.address(), QuickOptions(), PassingInterceptors());
  const auto context = NewContext();
  const auto call =
      StartUnaryCall(GetParam(), channel, context, RequestOf("hello"));
  server_.AwaitAttempt(1);
  // A response on the same connection arrives after the initial metadata.
  EXPECT_TRUE(
      MakeUnaryCall(UnaryForm::kSync, channel, NewContext(), RequestOf("hello"))
          .status.ok());
  context->TryCancel();
  EXPECT_EQ(call->Wait().status.error_code(), StatusCode::CANCELLED);
  EXPECT_EQ(context->GetServerInitialMetadata().count("k"), 1u);
  const auto report = GetCallReport(*context);
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->stop_reason, StopReason::kCancelled);
}

TEST_P(CancelledUnaryTest, CancelledFromAServerIsNotRetried) {
  for (const char* message : kMessages) {
    server_.Otherwise(Fail(StatusCode::CANCELLED, message));
    const auto call = [](const std::shared_ptr<grpc::Channel>& channel) {
      return MakeUnaryCall(GetParam(), channel, NewContext(),
                           RequestOf("hello"))
          .status;
    };
    const grpc::Status bare = call(server_.NewChannel());
    const int attempts = server_.attempts();
    ExpectSame(bare, call(BatonChannel()));
    EXPECT_EQ(server_.attempts(), attempts + 1) << message;
  }
}

using Parameter = std::tuple<StreamApi, StreamKind>;

class CancelledStreamTest : public ::testing::TestWithParam<Parameter> {
 protected:
  std::shared_ptr<grpc::Channel> BatonChannel() {
    return NewBatonChannel(server_.address(), QuickOptions());
  }

  grpc::Status Call(const std::shared_ptr<grpc::Channel>& channel,
                    grpc::ClientContext& context) {
    const auto [api, kind] = GetParam();
    return MakeStreamCall(api, kind, channel, context, {"hello"}).status;
  }

  grpc::Status CancelAt(int attempt,
                        const std::shared_ptr<grpc::Channel>& channel) {
    grpc::ClientContext context;
    std::thread canceller([&] {
      server_.AwaitAttempt(attempt);
      context.TryCancel();
    });
    const grpc::Status status = Call(channel, context);
    canceller.join();
    return status;
  }

  void ExpectNoRetry() {
    grpc::ClientContext bare_context;
    const grpc::Status bare = Call(server_.NewChannel(), bare_context);
    const int attempts = server_.attempts();
    grpc::ClientContext context;
    ExpectSame(bare, Call(BatonChannel(), context));
    EXPECT_EQ(server_.attempts(), attempts + 1) << bare.error_message();
  }

  ScriptedServer server_;
};

INSTANTIATE_TEST_SUITE_P(Forms, CancelledStreamTest,
                         Combine(ValuesIn(AllStreamApis()),
                                 ValuesIn(AllStreamKinds())),
                         [](const TestParamInfo<Parameter>& form) {
                           return Name(std::get<StreamApi>(form.param)) +
                                  Name(std::get<StreamKind>(form.param));
                         });

TEST_P(CancelledStreamTest, CancelDuringTheFirstAttemptEndsLikeBareGrpc) {
  server_.Otherwise(Echo().Held());
  const grpc::Status bare = CancelAt(1, server_.NewChannel());
  ExpectSame(bare, CancelAt(2, BatonChannel()));
}

TEST_P(CancelledStreamTest, CancelDuringARetryEndsLikeBareGrpc) {
  server_.Otherwise(Echo().Held());
  const grpc::Status bare = CancelAt(1, server_.NewChannel());
  server_.Add(Fail(StatusCode::UNAVAILABLE, "busy"));
  ExpectSame(bare, CancelAt(3, BatonChannel()));
}

TEST_P(CancelledStreamTest, CancelledFromAServerIsNotRetried) {
  for (const char* message : kMessages) {
    server_.Otherwise(Fail(StatusCode::CANCELLED, message).AfterReadingAll());
    ExpectNoRetry();
  }
}

TEST_P(CancelledStreamTest, CancelledFromAServerAfterAMessageIsNotRetried) {
  // The other kind has a single response.
  if (std::get<StreamKind>(GetParam()) == StreamKind::kClient) return;
  server_.Otherwise(Fail(StatusCode::CANCELLED, "stop")
                        .AfterReadingAll()
                        .AfterWriting({"first"}));
  ExpectNoRetry();
}

}  // namespace
}  // namespace baton
