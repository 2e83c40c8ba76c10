// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Tests Baton's client through real proxies: how proxies change faults, and how
// Baton classifies the result.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "baton/client.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/e2e/peers/peer_process.h"
#include "tests/e2e/proxies/proxy_process.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/calls/unary_result.h"
#include "tests/support/patience.h"
#include "tests/support/reserved_port.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ProxyTest : public ::testing::Test {
 protected:
  UnaryResult Call(const PeerProcess& proxy, const std::string& fault = "") {
    context_ = NewContext(kPatience);
    if (!fault.empty()) context_->AddMetadata("x-fault", fault);
    return MakeUnaryCall(UnaryForm::kSync,
                         NewBatonChannel(proxy.address(), options_), context_,
                         RequestOf("hello"));
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

  ScriptedServer server_;
  // A port without a listener.
  const ReservedPort down_;
  ClientOptions options_ = QuickOptions();
  std::shared_ptr<grpc::ClientContext> context_;
};

TEST_F(ProxyTest, NginxForwardsPushbackTrailersAndHeaders) {
  server_.Add(Fail(StatusCode::UNAVAILABLE).WithPushback("20"));
  server_.Add(Answer("hi").WithTrailer("x-tail-bin", std::string("\0\1", 2)));
  const UnaryResult result = Call(*StartNginx(server_.address()));
  EXPECT_TRUE(result.status.ok()) << result;
  EXPECT_EQ(result.payload, "hi");
  EXPECT_THAT(result.Trailers("x-tail-bin"),
              ElementsAre(std::string("\0\1", 2)));
  EXPECT_EQ(Report().attempts[1].wait_cause, WaitCause::kPushback);
  EXPECT_THAT(server_.AwaitEnd(1).Values("retry-budget"),
              ElementsAre("g=0,n=0,h=1"));
  EXPECT_THAT(server_.AwaitEnd(2).Values("retry-budget"),
              ElementsAre("g=0,n=1,h=1,k=r,w=throttled"));
}

// nginx knows that it reached no server, and returns HTTP 502. It returns the
// same code when the server broke off halfway.
TEST_F(ProxyTest, MissingServerBehindNginxNeedsIdempotency) {
  const auto proxy = StartNginx(down_.address());
  UnaryResult result = Call(*proxy);
  EXPECT_EQ(result.status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_THAT(result.status.error_message(), HasSubstr("502"));
  EXPECT_EQ(Report().stop_reason, StopReason::kGrantExhausted);
  EXPECT_EQ(Report().attempts.size(), 3u);
  EXPECT_EQ(Report().attempts[0].origin, AttemptOrigin::kUnconfirmed);

  NotIdempotent();
  result = Call(*proxy);
  EXPECT_EQ(result.status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(Report().stop_reason, StopReason::kNotIdempotent);
  EXPECT_EQ(Report().attempts.size(), 1u);
  EXPECT_TRUE(Report().outcome_unknown);
}

TEST_F(ProxyTest, MissingServerBehindHaProxyIsRetried) {
  const UnaryResult result = Call(*StartHaProxy(down_.address()));
  EXPECT_EQ(result.status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_THAT(result.status.error_message(), HasSubstr("503"));
  EXPECT_EQ(Report().stop_reason, StopReason::kGrantExhausted);
  EXPECT_EQ(Report().attempts.size(), 3u);
}

TEST_F(ProxyTest, InjectedPushbackOnlyDelaysRetries) {
  const auto proxy = StartHaProxy(server_.address());
  const UnaryResult result = Call(*proxy, "unavailable");
  EXPECT_TRUE(result.status.ok()) << result;
  ASSERT_EQ(Report().attempts.size(), 2u);
  EXPECT_EQ(Report().attempts[1].wait_cause, WaitCause::kPushback);
  EXPECT_GE(Report().attempts[1].waited, absl::Milliseconds(30));
  EXPECT_EQ(server_.attempts(), 1);

  NotIdempotent();
  EXPECT_EQ(Call(*proxy, "unavailable").status.error_code(),
            StatusCode::UNAVAILABLE);
  EXPECT_EQ(Report().stop_reason, StopReason::kNotIdempotent);
}

TEST_F(ProxyTest, InjectedHttpErrorIsUnconfirmed) {
  const auto proxy = StartHaProxy(server_.address());
  EXPECT_TRUE(Call(*proxy, "http503").status.ok());
  EXPECT_EQ(Report().attempts.size(), 2u);
  EXPECT_EQ(Report().attempts[0].origin, AttemptOrigin::kUnconfirmed);

  NotIdempotent();
  EXPECT_EQ(Call(*proxy, "http503").status.error_code(),
            StatusCode::UNAVAILABLE);
  EXPECT_EQ(Report().stop_reason, StopReason::kNotIdempotent);
}

// HAProxy resets the stream with ENHANCE_YOUR_CALM, which gRPC converts into
// RESOURCE_EXHAUSTED. It names no wait, so Baton does not retry.
TEST_F(ProxyTest, EnhanceYourCalmIsPermanent) {
  const UnaryResult result =
      Call(*StartHaProxy(server_.address()), "reset-always");
  EXPECT_EQ(result.status.error_code(), StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(Report().stop_reason, StopReason::kNotRetryable);
  EXPECT_EQ(Report().attempts.size(), 1u);
  EXPECT_EQ(Report().attempts[0].origin, AttemptOrigin::kUnconfirmed);
  EXPECT_EQ(server_.attempts(), 0);
}

}  // namespace
}  // namespace baton
