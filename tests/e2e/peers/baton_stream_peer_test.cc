// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Tests Baton's streams with servers that are not C++. The servers fail before
// or after their first message.

#include <memory>
#include <string>
#include <tuple>

#include "baton/client.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/e2e/peers/foreign_peers.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/stream_forms.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::Combine;
using ::testing::ElementsAre;
using ::testing::ValuesIn;

using Parameter = std::tuple<ForeignPeer, StreamApi, StreamKind>;

class BatonStreamPeerTest : public ::testing::TestWithParam<Parameter> {
 protected:
  static void TearDownTestSuite() { EndForeignPeers(); }

  // Makes a call whose attempts follow `script`.
  StreamResult Call(const std::string& script) {
    const auto [peer, api, kind] = GetParam();
    context_ = NewContext(kPatience);
    context_->AddMetadata("x-script", script);
    context_->AddMetadata(
        "x-call-id",
        ::testing::UnitTest::GetInstance()->current_test_info()->name());
    return MakeStreamCall(api, kind,
                          NewBatonChannel(AddressOf(peer), QuickOptions()),
                          *context_, {"a", "b", "c"});
  }

  StreamKind kind() const { return std::get<StreamKind>(GetParam()); }

  // Returns the payloads of the written messages as the server returns them.
  std::string All() const {
    return kind() == StreamKind::kServer ? "a" : "a+b+c";
  }

  StopReason Reason() const {
    const auto report = GetCallReport(*context_);
    return report.has_value() ? report->stop_reason : StopReason::kObserveOnly;
  }

  std::shared_ptr<grpc::ClientContext> context_;
};

INSTANTIATE_TEST_SUITE_P(
    Peers, BatonStreamPeerTest,
    Combine(::testing::Values(ForeignPeer::kPython, ForeignPeer::kJavaScript),
            ValuesIn(AllStreamApis()), ValuesIn(AllStreamKinds())),
    [](const ::testing::TestParamInfo<Parameter>& form) {
      return Name(std::get<ForeignPeer>(form.param)) +
             Name(std::get<StreamApi>(form.param)) +
             Name(std::get<StreamKind>(form.param));
    });

TEST_P(BatonStreamPeerTest, FailureBeforeTheFirstMessageIsRetried) {
  const StreamResult result =
      Call("unavailable;reads=0|unavailable;reads=1|ok");
  EXPECT_TRUE(result.status.ok()) << result;
  EXPECT_THAT(result.payloads, ElementsAre(All()));
  EXPECT_EQ(GetCallReport(*context_)->attempts.size(), 3u);
}

TEST_P(BatonStreamPeerTest, FailureAfterAllMessagesAreReadIsRetried) {
  const StreamResult result = Call("unavailable;pushback=3|ok");
  EXPECT_TRUE(result.status.ok()) << result;
  EXPECT_THAT(result.payloads, ElementsAre(All()));
}

TEST_P(BatonStreamPeerTest, FailureAfterTheFirstMessageIsFinal) {
  const StreamResult result = Call("unavailable;writes=2|ok");
  if (kind() == StreamKind::kClient) {
    // A client stream has one response, which a failure never has.
    EXPECT_TRUE(result.status.ok()) << result;
    return;
  }
  EXPECT_EQ(result.status.error_code(), StatusCode::UNAVAILABLE) << result;
  EXPECT_THAT(result.payloads, ElementsAre("early", "early"));
  EXPECT_EQ(Reason(), StopReason::kCommitted);
}

TEST_P(BatonStreamPeerTest, PermanentFailureIsFinal) {
  EXPECT_EQ(Call("not_found|ok").status.error_code(), StatusCode::NOT_FOUND);
  EXPECT_EQ(Reason(), StopReason::kNotRetryable);
}

}  // namespace
}  // namespace baton
