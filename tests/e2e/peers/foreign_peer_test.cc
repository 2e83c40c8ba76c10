// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Tests what gRPC alone receives from servers that are not C++, per attempt.

#include <memory>
#include <string>

#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/e2e/peers/foreign_peers.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/calls/unary_result.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

class ForeignPeerTest : public ::testing::TestWithParam<ForeignPeer> {
 protected:
  static void TearDownTestSuite() { EndForeignPeers(); }

  // The reactor distinguishes trailers-only from empty headers.
  UnaryResult Attempt(const std::string& script,
                      absl::Duration timeout = kPatience) {
    auto context = NewContext(timeout);
    context->AddMetadata("x-script", script);
    context->AddMetadata(
        "x-call-id",
        ::testing::UnitTest::GetInstance()->current_test_info()->name());
    return MakeUnaryCall(UnaryForm::kReactor, channel_, context,
                         RequestOf("hello"));
  }

  std::shared_ptr<grpc::Channel> NewChannel(
      const grpc::ChannelArguments& arguments) const {
    return grpc::CreateCustomChannel(
        AddressOf(GetParam()), grpc::InsecureChannelCredentials(), arguments);
  }

  std::shared_ptr<grpc::Channel> channel_ = NewChannel({});
};

INSTANTIATE_TEST_SUITE_P(Peers, ForeignPeerTest,
                         ::testing::Values(ForeignPeer::kPython,
                                           ForeignPeer::kJavaScript),
                         [](const ::testing::TestParamInfo<ForeignPeer>& peer) {
                           return Name(peer.param);
                         });

TEST_P(ForeignPeerTest, AttemptsOfOneCallFollowItsScript) {
  const std::string script =
      "unavailable;message=busy;pushback=20|aborted;pushback=-1|ok;payload=hi";
  const UnaryResult first = Attempt(script);
  EXPECT_EQ(first.status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(first.status.error_message(), "busy");
  EXPECT_THAT(first.Trailers("grpc-retry-pushback-ms"), ElementsAre("20"));
  EXPECT_THAT(first.Trailers("x-attempt"), ElementsAre("1"));
  const UnaryResult second = Attempt(script);
  EXPECT_EQ(second.status.error_code(), StatusCode::ABORTED);
  EXPECT_THAT(second.Trailers("grpc-retry-pushback-ms"), ElementsAre("-1"));
  const UnaryResult third = Attempt(script);
  EXPECT_TRUE(third.status.ok()) << third;
  EXPECT_EQ(third.payload, "hi");
  EXPECT_THAT(third.Trailers("x-attempt"), ElementsAre("3"));
}

TEST_P(ForeignPeerTest, BinaryTrailersArriveUnchanged) {
  const UnaryResult result =
      Attempt("unavailable;details=080e00ff;trailer=x-tail-bin:00ff01");
  EXPECT_EQ(result.status.error_details(), std::string("\x08\x0e\0\xff", 4));
  EXPECT_THAT(result.Trailers("x-tail-bin"),
              ElementsAre(std::string("\0\xff\1", 3)));
}

TEST_P(ForeignPeerTest, ErrorAloneIsTrailersOnly) {
  const UnaryResult result = Attempt("unavailable;trailer=x-tail:t");
  EXPECT_EQ(result.initial_metadata_ok, false);
  EXPECT_THAT(result.initial_metadata, IsEmpty());
  EXPECT_THAT(result.Trailers("x-tail"), ElementsAre("t"));
}

TEST_P(ForeignPeerTest, ErrorAfterHeadersKeepsTheHeaders) {
  const UnaryResult result =
      Attempt("unavailable;header=x-head:h;trailer=x-tail:t");
  EXPECT_EQ(result.status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(result.initial_metadata_ok, true);
  EXPECT_THAT(result.initial_metadata, Contains(Pair("x-head", "h")));
  EXPECT_THAT(result.Trailers("x-tail"), ElementsAre("t"));
}

TEST_P(ForeignPeerTest, ErrorAfterEmptyHeadersIsNotTrailersOnly) {
  const UnaryResult result = Attempt("unavailable;headers-first");
  EXPECT_EQ(result.status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(result.initial_metadata_ok, true);
}

TEST_P(ForeignPeerTest, ResponseAboveTheLimitIsResourceExhausted) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(1000);
  channel_ = NewChannel(arguments);
  EXPECT_EQ(Attempt("ok;size=2000").status.error_code(),
            StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(Attempt("ok;size=500").payload.size(), 500);
}

TEST_P(ForeignPeerTest, HeldCallRunsIntoItsDeadline) {
  EXPECT_EQ(Attempt("ok;hold", absl::Milliseconds(300)).status.error_code(),
            StatusCode::DEADLINE_EXCEEDED);
}

TEST_P(ForeignPeerTest, ResponseWithoutAScriptHasThePayload) {
  EXPECT_EQ(MakeUnaryCall(UnaryForm::kSync, channel_, NewContext(kPatience),
                          RequestOf("hello"))
                .payload,
            "hello");
}

}  // namespace
}  // namespace baton
