// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Which streams have their first attempt in place. If a context names its peer,
// the application's own call was sent. For other calls peer() is the target.

#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "absl/time/time.h"
#include "baton/client.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/stream_forms.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::testing::Not;
using ::testing::StartsWith;
using ::testing::ValuesIn;
using Parameter = std::tuple<StreamApi, StreamKind>;

class StreamWatchTest : public ::testing::TestWithParam<Parameter> {
 protected:
  StreamResult Call(ClientInterceptorFactories interceptors = {}) {
    return MakeStreamCall(std::get<StreamApi>(GetParam()),
                          std::get<StreamKind>(GetParam()),
                          NewBatonChannel("dns:///" + server_.address(),
                                          options_, std::move(interceptors)),
                          *context_, {"a"});
  }
  // Makes a call that succeeds, in place.
  void ExpectInPlace() {
    const StreamResult result = Call();
    EXPECT_TRUE(result.status.ok()) << result;
    EXPECT_THAT(context_->peer(), StartsWith("ipv"));
  }
  void ExpectHijacked(ClientInterceptorFactories interceptors = {}) {
    const StreamResult result = Call(std::move(interceptors));
    EXPECT_TRUE(result.status.ok()) << result;
    EXPECT_THAT(context_->peer(), Not(StartsWith("ipv")));
  }

  ScriptedServer server_{{Answer("ok").AfterReadingAll()}};
  ClientOptions options_ = QuickOptions();
  std::shared_ptr<grpc::ClientContext> context_ = NewContext(kPatience);
};

INSTANTIATE_TEST_SUITE_P(Kinds, StreamWatchTest,
                         ::testing::Combine(ValuesIn(AllStreamApis()),
                                            ValuesIn(AllStreamKinds())),
                         [](const auto& test) {
                           return Name(std::get<StreamApi>(test.param)) +
                                  Name(std::get<StreamKind>(test.param));
                         });

TEST_P(StreamWatchTest, StreamStartsInPlace) { ExpectInPlace(); }

TEST_P(StreamWatchTest, OtherInterceptorsHijackTheStream) {
  ExpectHijacked(PassingInterceptors());
}

TEST_P(StreamWatchTest, IdleTimeoutHijacksTheStream) {
  options_.policy.everything().stream.idle_timeout = kPatience;
  ExpectHijacked();
}

}  // namespace
}  // namespace baton
