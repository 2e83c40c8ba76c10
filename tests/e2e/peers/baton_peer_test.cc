// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Tests Baton's client with servers that are not C++, in the three APIs.

#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/time/time.h"
#include "baton/client.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/e2e/peers/foreign_peers.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/calls/unary_result.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::Combine;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;
using ::testing::Values;

using Parameter = std::tuple<ForeignPeer, UnaryForm>;

class BatonPeerTest : public ::testing::TestWithParam<Parameter> {
 protected:
  static void TearDownTestSuite() { EndForeignPeers(); }

  // Makes a call whose attempts follow `script`.
  UnaryResult Call(const std::string& script,
                   absl::Duration timeout = kPatience) {
    context_ = NewContext(timeout);
    context_->AddMetadata("x-script", script);
    context_->AddMetadata(
        "x-call-id",
        ::testing::UnitTest::GetInstance()->current_test_info()->name());
    return Send(RequestOf("hello"));
  }

  UnaryResult Send(const testing::v1::CallRequest& request) {
    const auto [peer, form] = GetParam();
    auto channel =
        CreateChannel(AddressOf(peer), grpc::InsecureChannelCredentials(),
                      options_, arguments_);
    if (!channel.ok()) {
      ADD_FAILURE() << channel.status();
      return {};
    }
    return MakeUnaryCall(form, *channel, context_, request);
  }

  CallReport Report() const {
    const std::optional<CallReport> report = GetCallReport(*context_);
    if (report.has_value()) return *report;
    ADD_FAILURE() << "no report";
    return {};
  }

  void NotIdempotent() {
    options_.policy.everything().idempotency = Idempotency::kUnknown;
  }

  ClientOptions options_ = QuickOptions();
  grpc::ChannelArguments arguments_;
  std::shared_ptr<grpc::ClientContext> context_ = NewContext(kPatience);
};

INSTANTIATE_TEST_SUITE_P(
    Peers, BatonPeerTest,
    Combine(Values(ForeignPeer::kPython, ForeignPeer::kJavaScript),
            Values(UnaryForm::kSync, UnaryForm::kCqFinish,
                   UnaryForm::kCallback)),
    [](const ::testing::TestParamInfo<Parameter>& parameter) {
      return Name(std::get<ForeignPeer>(parameter.param)) +
             Name(std::get<UnaryForm>(parameter.param));
    });

TEST_P(BatonPeerTest, TrailersOnlyErrorIsRetried) {
  const UnaryResult result =
      Call("unavailable;trailer=x-tail:loser|ok;payload=hi");
  EXPECT_TRUE(result.status.ok()) << result;
  EXPECT_EQ(result.payload, "hi");
  EXPECT_THAT(result.Trailers("x-tail"), IsEmpty());
  EXPECT_THAT(result.Trailers("x-attempt"), ElementsAre("2"));
  ASSERT_EQ(Report().attempts.size(), 2u);
  EXPECT_EQ(Report().attempts[0].origin, AttemptOrigin::kServer);
}

TEST_P(BatonPeerTest, ErrorAfterHeadersIsRetried) {
  const UnaryResult result = Call(
      "unavailable;header=x-head:loser|ok;header=x-head:winner;payload=hi");
  EXPECT_TRUE(result.status.ok()) << result;
  EXPECT_EQ(result.payload, "hi");
  EXPECT_THAT(result.initial_metadata, Contains(Pair("x-head", "winner")));
  EXPECT_THAT(result.initial_metadata, Not(Contains(Pair("x-head", "loser"))));
  EXPECT_EQ(Report().attempts.size(), 2u);
}

TEST_P(BatonPeerTest, RetryWaitsForThePushback) {
  EXPECT_TRUE(Call("unavailable;pushback=40|ok").status.ok());
  ASSERT_EQ(Report().attempts.size(), 2u);
  const AttemptReport retry = Report().attempts[1];
  EXPECT_EQ(retry.wait_cause, WaitCause::kPushback);
  EXPECT_GE(retry.waited, absl::Milliseconds(40));
  EXPECT_LE(retry.waited, absl::Milliseconds(48));
  EXPECT_GE(retry.started_after, absl::Milliseconds(40));
}

TEST_P(BatonPeerTest, PushbackPermitsNoUnsafeRetry) {
  NotIdempotent();
  EXPECT_FALSE(Call("unavailable;pushback=1|ok").status.ok());
  EXPECT_EQ(Report().attempts.size(), 1u);
  EXPECT_EQ(Report().stop_reason, StopReason::kNotIdempotent);
}

TEST_P(BatonPeerTest, NegativePushbackEndsTheCall) {
  const UnaryResult result = Call("unavailable;pushback=-1|ok");
  EXPECT_EQ(result.status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(Report().stop_reason, StopReason::kServerPushback);
  EXPECT_EQ(Report().attempts.size(), 1u);
}

TEST_P(BatonPeerTest, AdviceAgainstRetriesEndsTheCall) {
  const UnaryResult result =
      Call("unavailable;trailer=retry-advice:r=no,w=exhausted,u=2|ok");
  EXPECT_EQ(result.status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(Report().stop_reason, StopReason::kServerAdvice);
  EXPECT_EQ(Report().attempts.size(), 1u);
}

TEST_P(BatonPeerTest, ErrorOfANonIdempotentCallIsFinal) {
  NotIdempotent();
  const UnaryResult result = Call("unavailable;message=busy|ok");
  EXPECT_EQ(result.status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(result.status.error_message(), "busy");
  EXPECT_EQ(Report().stop_reason, StopReason::kNotIdempotent);
  EXPECT_TRUE(Report().outcome_unknown);
}

TEST_P(BatonPeerTest, TrailersAndDetailsOfTheLastResponseArrive) {
  const UnaryResult result = Call(
      "unavailable;details=0801;trailer=x-tail-bin:aa|"
      "not_found;message=gone;details=080500ff;trailer=x-tail-bin:00ff01");
  EXPECT_EQ(result.status.error_code(), StatusCode::NOT_FOUND);
  EXPECT_THAT(result.status.error_message(), HasSubstr("gone"));
  EXPECT_EQ(result.status.error_details(), std::string("\x08\x05\0\xff", 4));
  EXPECT_THAT(result.Trailers("x-tail-bin"),
              ElementsAre(std::string("\0\xff\1", 3)));
  EXPECT_EQ(Report().stop_reason, StopReason::kNotRetryable);
  EXPECT_EQ(Report().attempts.size(), 2u);
}

TEST_P(BatonPeerTest, EachAttemptHasOneHeaderWithItsNumber) {
  const UnaryResult result = Call("unavailable|unavailable|ok");
  EXPECT_TRUE(result.status.ok()) << result;
  EXPECT_THAT(result.Trailers("x-seen-budget"),
              ElementsAre("g=0,n=0,h=1", "g=0,n=1,h=1,k=r,w=unavailable",
                          "g=0,n=2,h=1,k=r,w=unavailable"));
}

TEST_P(BatonPeerTest, EachAttemptHasTheRemainingDeadline) {
  const UnaryResult result =
      Call("unavailable;pushback=200|ok", absl::Seconds(4));
  const std::vector<std::string> left = result.Trailers("x-seen-time-left-ms");
  ASSERT_EQ(left.size(), 2u);
  double first = 0;
  double second = 0;
  ASSERT_TRUE(absl::SimpleAtod(left[0], &first)) << left[0];
  ASSERT_TRUE(absl::SimpleAtod(left[1], &second)) << left[1];
  // The sent value is rounded up by at most a hundredth.
  EXPECT_LE(first, 4'040);
  EXPECT_LE(second, 3'840);
  EXPECT_GT(second, 1'000);
}

TEST_P(BatonPeerTest, TimedOutAttemptIsRetried) {
  options_.policy.everything().deadline.attempt_timeout =
      absl::Milliseconds(100);
  const UnaryResult result = Call("ok;hold|ok;payload=second");
  EXPECT_TRUE(result.status.ok()) << result;
  EXPECT_EQ(result.payload, "second");
  EXPECT_EQ(Report().attempts[0].origin, AttemptOrigin::kAttemptTimeout);
}

TEST_P(BatonPeerTest, ResponseAboveTheLimitIsPermanent) {
  arguments_.SetMaxReceiveMessageSize(1000);
  const UnaryResult result = Call("ok;size=2000|ok");
  EXPECT_EQ(result.status.error_code(), StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(Report().stop_reason, StopReason::kNotRetryable);
  ASSERT_EQ(Report().attempts.size(), 1u);
  // The server did respond, but this is not its response.
  EXPECT_EQ(Report().attempts[0].origin, AttemptOrigin::kUnconfirmed);
  EXPECT_TRUE(Report().outcome_unknown);
}

TEST_P(BatonPeerTest, RequestAboveTheServersLimitIsPermanent) {
  const UnaryResult result = Send(RequestOf(std::string(5 << 20, 'x')));
  EXPECT_EQ(result.status.error_code(), StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(Report().stop_reason, StopReason::kNotRetryable);
  EXPECT_EQ(Report().attempts.size(), 1u);
}

}  // namespace
}  // namespace baton
