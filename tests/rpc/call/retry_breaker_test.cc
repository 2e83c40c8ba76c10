// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Retry breakers of real calls.

#include <cstddef>
#include <memory>
#include <string>

#include "absl/strings/match.h"
#include "baton/client.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/seen_attempt.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

// More than Baton keeps to send it again.
constexpr std::size_t kLargeUpload = 512 << 10;

class RetryBreakerCallTest : public ::testing::Test {
 protected:
  RetryBreakerCallTest() {
    options_.policy.retry_breaker.enabled = true;
    source_ = std::make_shared<PolicySource>(
        std::make_shared<const Policy>(options_.policy));
    options_.policy_source = source_;
    stub_ = Scripted::NewStub(NewBatonChannel(server_.address(), options_));
  }

  // Returns the number of attempts of a unary call, and sets `reason_`.
  int Call() {
    grpc::ClientContext context;
    CallResponse response;
    stub_->Call(&context, CallRequest(), &response);
    return Attempts(context);
  }
  // Does the same for a stream that sends a message of this size. 0: none.
  int Bidi(std::size_t upload = 0) {
    grpc::ClientContext context;
    CallResponse response;
    const auto stream = stub_->Bidi(&context);
    if (upload > 0) {
      CallRequest request;
      request.set_payload(std::string(upload, 'u'));
      stream->Write(request);
    }
    stream->WritesDone();
    while (stream->Read(&response)) {
    }
    stream->Finish();
    return Attempts(context);
  }
  int Attempts(const grpc::ClientContext& context) {
    const auto report = GetCallReport(context);
    if (!report.has_value()) return 0;
    reason_ = report->stop_reason;
    return static_cast<int>(report->attempts.size());
  }

  ScriptedServer server_;
  ClientOptions options_ = QuickOptions();
  std::shared_ptr<PolicySource> source_;
  std::unique_ptr<Scripted::Stub> stub_;
  StopReason reason_ = StopReason::kSucceeded;
};

TEST_F(RetryBreakerCallTest, OutageStopsRetriesUntilTheFirstSuccess) {
  server_.Otherwise(Fail(StatusCode::UNAVAILABLE));
  // The fifth failure opens the breaker.
  EXPECT_EQ(Call(), 3);
  EXPECT_EQ(Call(), 2);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(Call(), 1);
    EXPECT_EQ(reason_, StopReason::kRetryBreakerOpen);
  }
  server_.Add(Answer("back"));
  EXPECT_EQ(Call(), 1);
  EXPECT_EQ(reason_, StopReason::kSucceeded);
  EXPECT_GT(Call(), 1);
}

TEST_F(RetryBreakerCallTest, FailingMethodStopsNoRetriesOfAnother) {
  server_.Otherwise([](const SeenAttempt& attempt) {
    return absl::EndsWith(attempt.method, "/Call")
               ? Fail(StatusCode::UNAVAILABLE)
               : Answer("ok");
  });
  for (int i = 0; i < 10; ++i) Call();
  EXPECT_EQ(reason_, StopReason::kRetryBreakerOpen);
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_EQ(Bidi(), 2);
  EXPECT_EQ(reason_, StopReason::kSucceeded);
}

TEST_F(RetryBreakerCallTest, PermanentErrorFromTheServerCountsAsSuccess) {
  server_.Otherwise(Fail(StatusCode::UNAVAILABLE));
  for (int i = 0; i < 5; ++i) Call();
  EXPECT_EQ(reason_, StopReason::kRetryBreakerOpen);
  server_.Add(Fail(StatusCode::NOT_FOUND));
  Call();
  EXPECT_GT(Call(), 1);
}

// The default policy retries UNAVAILABLE only.
TEST_F(RetryBreakerCallTest, FailureThatIsNotRetriedKeepsTheBreakerOpen) {
  server_.Otherwise(Fail(StatusCode::UNAVAILABLE));
  for (int i = 0; i < 5; ++i) Call();
  for (const StatusCode code :
       {StatusCode::INTERNAL, StatusCode::UNKNOWN, StatusCode::CANCELLED}) {
    server_.Add(Fail(code));
    EXPECT_EQ(Call(), 1);
    EXPECT_EQ(Call(), 1);
    EXPECT_EQ(reason_, StopReason::kRetryBreakerOpen);
  }
}

TEST_F(RetryBreakerCallTest, StreamThatBreaksAfterItsFirstMessageIsASuccess) {
  server_.Otherwise(Fail(StatusCode::UNAVAILABLE).AfterWriting({"first"}));
  for (int i = 0; i < 20; ++i) Bidi();
  EXPECT_EQ(reason_, StopReason::kCommitted);
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_EQ(Bidi(), 2);
}

TEST_F(RetryBreakerCallTest, LargeUploadThatWasAnsweredIsASuccess) {
  server_.Otherwise(
      Fail(StatusCode::UNAVAILABLE).AfterReading(1).AfterWriting({"first"}));
  for (int i = 0; i < 20; ++i) EXPECT_EQ(Bidi(kLargeUpload), 1);
  EXPECT_EQ(reason_, StopReason::kReplayBufferFull);
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_EQ(Bidi(), 2);
}

// In observe mode and without a grant, streams pass through.
TEST_F(RetryBreakerCallTest, StreamThatPassesThroughIsASuccessWithItsMessage) {
  Policy policy = options_.policy;
  policy.everything().mode = Mode::kObserve;
  source_->Replace(std::make_shared<const Policy>(policy));
  server_.Otherwise(Fail(StatusCode::UNAVAILABLE).AfterWriting({"first"}));
  for (int i = 0; i < 20; ++i) EXPECT_EQ(Bidi(), 1);
  server_.Otherwise(Fail(StatusCode::UNAVAILABLE));
  Bidi();
  EXPECT_EQ(reason_, StopReason::kObserveOnly);
  for (int i = 0; i < 20; ++i) Bidi();
  EXPECT_EQ(reason_, StopReason::kRetryBreakerOpen);
}

TEST_F(RetryBreakerCallTest, ReloadDisablesOpenBreakers) {
  server_.Otherwise(Fail(StatusCode::UNAVAILABLE));
  for (int i = 0; i < 5; ++i) Call();
  EXPECT_EQ(Call(), 1);
  Policy policy = options_.policy;
  policy.retry_breaker.enabled = false;
  source_->Replace(std::make_shared<const Policy>(policy));
  EXPECT_EQ(Call(), 3);
}

}  // namespace
}  // namespace baton
