// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Calls of a handler that have lost their request.

#include "baton/rpc/request/unlinked_call.h"

#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "baton/client.h"
#include "baton/misuse.h"
#include "baton/rpc/channel/method_records.h"
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
using ::testing::Not;
using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

class UnlinkedCallTest : public ::testing::Test {
 protected:
  // Makes one call, and stores its report.
  void Call() {
    if (channel_ == nullptr) {
      channel_ = NewBatonChannel(leaf_.address(), options_);
    }
    grpc::ClientContext context;
    if (prepare_) prepare_(context);
    CallResponse response;
    Scripted::NewStub(channel_)->Call(&context, CallRequest(), &response);
    report_ = GetCallReport(context);
  }

  // Sends a request with a grant of 2 whose handler runs `work`.
  void Serve(std::function<void()> work) {
    const MiddleServer server(
        MiddleServer::Handler([work = std::move(work)](grpc::ServerContext&) {
          work();
          return grpc::Status::OK;
        }));
    const auto context = NewContext(kPatience);
    context->AddMetadata("retry-budget", "g=2,n=0,h=3");
    EXPECT_TRUE(MakeUnaryCall(UnaryForm::kSync, server.NewChannel(), context,
                              RequestOf("x"))
                    .status.ok());
  }

  // The same, with a call of a handler from std::async without a scope.
  void ServeAndLoseTheRequest() {
    Serve(
        [this] { std::async(std::launch::async, [this] { Call(); }).wait(); });
  }

  std::vector<std::string> Headers(int attempt) {
    return leaf_.AwaitEnd(attempt).Values("retry-budget");
  }

  ScriptedServer leaf_;
  ClientOptions options_ = QuickOptions();
  std::function<void(grpc::ClientContext&)> prepare_;
  std::shared_ptr<grpc::Channel> channel_;
  std::optional<CallReport> report_;
};

TEST_F(UnlinkedCallTest, UnlinkedCallIsCountedAndShown) {
  const int64_t before = ReadMisuseCounts().unlinked_calls;
  ServeAndLoseTheRequest();
  EXPECT_TRUE(report_->is_unlinked);
  EXPECT_EQ(report_->hop, 0);
  EXPECT_THAT(OneLine(*report_), HasSubstr("unlinked"));
  EXPECT_EQ(ReadMisuseCounts().unlinked_calls, before + 1);
}

TEST_F(UnlinkedCallTest, OneLineIsWrittenForEachMethod) {
  ::testing::internal::CaptureStderr();
  ServeAndLoseTheRequest();
  const std::string first = ::testing::internal::GetCapturedStderr();
  EXPECT_THAT(first, HasSubstr("baton: a call of "
                               "/baton.testing.v1.Scripted/Call belongs to no "
                               "request"));
  ::testing::internal::CaptureStderr();
  ServeAndLoseTheRequest();
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

TEST_F(UnlinkedCallTest, UnlinkedCallIsAnEdgeByDefault) {
  leaf_.Add(Fail(grpc::StatusCode::UNAVAILABLE));
  ServeAndLoseTheRequest();
  EXPECT_EQ(leaf_.attempts(), 2);
  EXPECT_THAT(Headers(1), ElementsAre("g=0,n=0,h=1"));
}

TEST_F(UnlinkedCallTest, UnlinkedGrantOfZeroAllowsNoRetry) {
  options_.policy.everything().retry.unlinked_grant = 0;
  leaf_.Otherwise(Fail(grpc::StatusCode::UNAVAILABLE));
  ServeAndLoseTheRequest();
  EXPECT_EQ(leaf_.attempts(), 1);
  EXPECT_EQ(report_->stop_reason, StopReason::kNoGrant);
  EXPECT_THAT(Headers(1), ElementsAre("g=0,n=0,h=1"));
}

TEST_F(UnlinkedCallTest, LineSaysWhetherTheCallIsRetried) {
  ::testing::internal::CaptureStderr();
  ServeAndLoseTheRequest();
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              HasSubstr("so it gets a grant of its own"));
}

TEST_F(UnlinkedCallTest, LineSaysThatAGrantOfZeroAllowsNoRetry) {
  options_.policy.everything().retry.unlinked_grant = 0;
  ::testing::internal::CaptureStderr();
  ServeAndLoseTheRequest();
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              HasSubstr("so it is not retried"));
}

TEST_F(UnlinkedCallTest, EachOfManyMethodsIsNamedOnce) {
  rpc::MethodRecords methods;
  ::testing::internal::CaptureStderr();
  for (int i = 0; i < 60; ++i) {
    const std::string method = "/many/" + std::to_string(i % 30) + ".";
    rpc::NoteUnlinkedCall(method, 2, methods, methods.Find(method));
  }
  const std::string lines = ::testing::internal::GetCapturedStderr();
  for (int i = 0; i < 30; ++i) {
    const std::string method = "/many/" + std::to_string(i) + ".";
    EXPECT_NE(lines.find(method), std::string::npos) << method;
    EXPECT_EQ(lines.find(method), lines.rfind(method)) << method;
  }
}

TEST_F(UnlinkedCallTest, LinkedCallsAreNotUnlinked) {
  options_.policy.everything().retry.unlinked_grant = 0;
  Serve([this] { Call(); });
  EXPECT_FALSE(report_->is_unlinked);
  EXPECT_EQ(report_->grant, 2);
  EXPECT_THAT(OneLine(*report_), Not(HasSubstr("unlinked")));
  Serve([this] {
    std::async(std::launch::async, [this, scope = RequestScope::Current()] {
      const ScopedAttach attach(scope);
      Call();
    }).wait();
  });
  EXPECT_FALSE(report_->is_unlinked);
  EXPECT_EQ(report_->hop, 3);
}

TEST_F(UnlinkedCallTest, CallOfAProcessThatServesNothingIsNotUnlinked) {
  options_.policy.everything().retry.unlinked_grant = 0;
  Serve([] {});
  Call();
  EXPECT_FALSE(report_->is_unlinked);
  EXPECT_EQ(report_->grant, 2);
}

TEST_F(UnlinkedCallTest, BackgroundWorkIsNotUnlinked) {
  options_.policy.everything().retry.unlinked_grant = 0;
  Serve([this] {
    std::async(std::launch::async, [this] {
      const ScopedAttach attach(RequestScope::Background());
      Call();
    }).wait();
  });
  EXPECT_FALSE(report_->is_unlinked);
  EXPECT_EQ(report_->grant, 2);
  EXPECT_EQ(report_->hop, 0);
}

// Also in the thread of a handler.
TEST_F(UnlinkedCallTest, ContextOfBackgroundWorkBelongsToNoRequest) {
  prepare_ = [](grpc::ClientContext& context) {
    RequestScope::Background().Attach(&context);
  };
  Serve([this] { Call(); });
  EXPECT_FALSE(report_->is_unlinked);
  EXPECT_EQ(report_->hop, 0);
}

// An empty scope is usually a scope that was taken on the wrong thread.
TEST_F(UnlinkedCallTest, EmptyScopeIsNoBackgroundWork) {
  Serve([this] {
    std::async(std::launch::async, [this] {
      const ScopedAttach attach(RequestScope::Current());
      Call();
    }).wait();
  });
  EXPECT_TRUE(report_->is_unlinked);
}

}  // namespace
}  // namespace baton
