// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The header of calls in observe mode. A service that only observes is a
// transparent hop for the grant of its requests.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "baton/client.h"
#include "baton/server.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/middle_server.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

ScriptStep Participating(ScriptStep step, const std::string& advice = "r=ok") {
  return step.WithTrailer("retry-advice", advice);
}

class ObserveGrantTest : public ::testing::Test {
 protected:
  ObserveGrantTest() {
    options_.policy.everything().mode = Mode::kObserve;
    next_.Otherwise(Participating(Echo()));
  }

  // Sends a request whose handler makes one call, with the header if it is
  // given. `prepare` may change the context of the call.
  grpc::Status Send(const std::optional<std::string>& header) {
    if (middle_ == nullptr) {
      channel_ = NewBatonChannel(next_.address(), options_);
      middle_ = std::make_unique<MiddleServer>(
          MiddleServer::Handler([this](grpc::ServerContext&) {
            grpc::Status status;
            const auto call = [&] {
              grpc::ClientContext outgoing;
              if (prepare_) prepare_(outgoing);
              CallResponse response;
              status = Scripted::NewStub(channel_)->Call(
                  &outgoing, CallRequest(), &response);
            };
            on_another_thread_ ? std::thread(call).join() : call();
            return status;
          }),
          server_options_);
    }
    const auto context = NewContext(kPatience);
    if (header.has_value()) context->AddMetadata("retry-budget", *header);
    const auto result = MakeUnaryCall(UnaryForm::kSync, middle_->NewChannel(),
                                      context, RequestOf("x"));
    advice_.clear();
    const auto& trailers = context->GetServerTrailingMetadata();
    const auto found = trailers.find("retry-advice");
    if (found != trailers.end()) {
      advice_.assign(found->second.data(), found->second.size());
    }
    return result.status;
  }

  // Returns the headers of the call of the next request. The callee is then
  // known to participate.
  std::vector<std::string> HeadersAfter(
      const std::optional<std::string>& header) {
    Send(header);
    Send(header);
    return next_.AwaitEnd(next_.attempts()).Values("retry-budget");
  }

  ScriptedServer next_;
  ClientOptions options_ = QuickOptions();
  ServerOptions server_options_;
  std::function<void(grpc::ClientContext&)> prepare_;
  bool on_another_thread_ = false;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<MiddleServer> middle_;
  std::string advice_;  // of the latest response
};

TEST_F(ObserveGrantTest, GrantPassesOnWithOneHopMore) {
  EXPECT_THAT(HeadersAfter("g=2,n=0,h=3"), ElementsAre("g=2,n=0,h=4"));
  EXPECT_THAT(HeadersAfter("g=0,n=0,h=1"), ElementsAre("g=0,n=0,h=2"));
}

TEST_F(ObserveGrantTest, GrantIsClampedByTheServer) {
  server_options_.inbound_grant.max_grant = 1;
  EXPECT_THAT(HeadersAfter("g=4,n=0,h=1"), ElementsAre("g=1,n=0,h=2"));
}

TEST_F(ObserveGrantTest, MalformedHeaderPassesOnAsAGrantOfZero) {
  EXPECT_THAT(HeadersAfter("g=banana"), ElementsAre("g=0,n=0,h=1"));
}

TEST_F(ObserveGrantTest, UnknownCalleeGetsAGrantOfZero) {
  next_.Otherwise(Echo());
  EXPECT_THAT(HeadersAfter("g=2,n=0,h=3"), ElementsAre("g=0,n=0,h=4"));
}

TEST_F(ObserveGrantTest, GrantIsZeroWhereTheRetriesOfGrpcMayAct) {
  options_.core_retries = CoreRetries::kUnchanged;
  EXPECT_THAT(HeadersAfter("g=2,n=0,h=1"), ElementsAre("g=0,n=0,h=2"));
}

TEST_F(ObserveGrantTest, RequestWithoutAHeaderPassesNoneOn) {
  EXPECT_THAT(HeadersAfter(std::nullopt), IsEmpty());
}

TEST_F(ObserveGrantTest, CallOfNoRequestHasNoHeader) {
  on_another_thread_ = true;
  EXPECT_THAT(HeadersAfter("g=2,n=0,h=1"), IsEmpty());
}

TEST_F(ObserveGrantTest, CopiedHeaderNeverPassesOnAsItCame) {
  prepare_ = [](grpc::ClientContext& context) {
    context.AddMetadata("retry-budget", "g=9,n=0,h=1");
  };
  EXPECT_THAT(HeadersAfter("g=2,n=0,h=1"), ElementsAre("g=2,n=0,h=2"));
  EXPECT_THAT(HeadersAfter(std::nullopt), IsEmpty());
  on_another_thread_ = true;
  EXPECT_THAT(HeadersAfter("g=2,n=0,h=1"), IsEmpty());
}

TEST_F(ObserveGrantTest, SwitchedOffRetriesPassNoGrantOn) {
  options_.policy.everything().retry.max_attempts = 1;
  EXPECT_THAT(HeadersAfter("g=2,n=0,h=1"), ElementsAre("g=0,n=0,h=2"));
}

TEST_F(ObserveGrantTest, ResponseReportsTheUseOfTheCallee) {
  Send("g=2,n=0,h=1");
  next_.Otherwise(
      Participating(Fail(grpc::StatusCode::UNAVAILABLE), "r=ok,u=1"));
  EXPECT_FALSE(Send("g=2,n=0,h=1").ok());
  EXPECT_THAT(advice_, HasSubstr(",u=1"));
  // No report: all of it may be used.
  next_.Otherwise(Fail(grpc::StatusCode::UNAVAILABLE));
  EXPECT_FALSE(Send("g=2,n=0,h=1").ok());
  EXPECT_THAT(advice_, HasSubstr(",u=2"));
}

}  // namespace
}  // namespace baton
