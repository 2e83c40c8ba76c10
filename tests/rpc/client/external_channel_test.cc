// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks what calls of an external channel send to a stranger, and what they
// believe of the answers.

#include <memory>
#include <string>
#include <utility>

#include "baton/client.h"
#include "baton/telemetry.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "opentelemetry/baggage/baggage.h"
#include "opentelemetry/baggage/baggage_context.h"
#include "opentelemetry/context/runtime_context.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/patience.h"
#include "tests/support/telemetry/span_recorder.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::Contains;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// The ways in which Baton sends an attempt.
enum class Way { kInPlace, kSeparate, kPassThrough };

std::ostream& operator<<(std::ostream& out, Way way) {
  switch (way) {
    case Way::kInPlace:
      return out << "InPlace";
    case Way::kSeparate:
      return out << "Separate";
    case Way::kPassThrough:
      return out << "PassThrough";
  }
  return out;
}

class ExternalChannelTest : public ::testing::TestWithParam<Way> {
 protected:
  ExternalChannelTest() {
    TelemetryOptions telemetry;
    telemetry.tracing.provider = spans_.provider();
    options_.telemetry = OpenTelemetry(telemetry);
    options_.external = true;
    if (GetParam() == Way::kPassThrough) {
      options_.policy.everything().retry.max_attempts = 1;
    }
  }

  std::shared_ptr<grpc::Channel> NewChannel() const {
    return NewBatonChannel(server_.address(), options_,
                           GetParam() == Way::kSeparate
                               ? PassingInterceptors()
                               : ClientInterceptorFactories());
  }

  // Makes a call with baggage and with a header that a handler has copied.
  grpc::Status Call() {
    namespace context = opentelemetry::context;
    const auto baggage =
        opentelemetry::baggage::Baggage::GetDefault()->Set("customer", "4711");
    context::Context current = context::RuntimeContext::GetCurrent();
    const auto token = context::RuntimeContext::Attach(
        opentelemetry::baggage::SetBaggage(current, baggage));
    const auto client = NewContext(kPatience);
    client->AddMetadata("retry-budget", "g=2,n=0,h=3");
    testing::v1::CallResponse response;
    return testing::v1::Scripted::NewStub(NewChannel())
        ->Call(client.get(), RequestOf("x"), &response);
  }

  ScriptedServer server_;
  SpanRecorder spans_;
  ClientOptions options_ = QuickOptions();
};

INSTANTIATE_TEST_SUITE_P(Ways, ExternalChannelTest,
                         ::testing::Values(Way::kInPlace, Way::kSeparate,
                                           Way::kPassThrough),
                         ::testing::PrintToStringParamName());

TEST_P(ExternalChannelTest, OtherChannelsSendHeaderBaggageAndTraceContext) {
  options_.external = false;
  EXPECT_TRUE(Call().ok());
  const SeenAttempt seen = server_.AwaitAttempt(1);
  EXPECT_THAT(seen.Values("retry-budget"), SizeIs(1));
  EXPECT_THAT(seen.Values("baggage"), Contains("customer=4711"));
  EXPECT_THAT(seen.Values("traceparent"), SizeIs(1));
}

TEST_P(ExternalChannelTest, NoAttemptSendsHeaderAndBaggage) {
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  const bool retries = GetParam() != Way::kPassThrough;
  EXPECT_EQ(Call().ok(), retries);
  ASSERT_THAT(server_.AllAttempts(), SizeIs(retries ? 2 : 1));
  for (const SeenAttempt& seen : server_.AllAttempts()) {
    EXPECT_THAT(seen.Values("retry-budget"), IsEmpty());
    EXPECT_THAT(seen.Values("baggage"), IsEmpty());
    EXPECT_THAT(seen.Values("traceparent"), SizeIs(1));
  }
}

TEST_P(ExternalChannelTest, TraceContextCanBeSwitchedOff) {
  options_.external_trace_context = false;
  EXPECT_TRUE(Call().ok());
  const SeenAttempt seen = server_.AwaitAttempt(1);
  EXPECT_THAT(seen.Values("traceparent"), IsEmpty());
  EXPECT_THAT(seen.Values("tracestate"), IsEmpty());
}

// The decisions are the same for all ways, so one of them is enough.
using ExternalAdviceTest = ExternalChannelTest;

INSTANTIATE_TEST_SUITE_P(Ways, ExternalAdviceTest,
                         ::testing::Values(Way::kInPlace));

TEST_P(ExternalAdviceTest, AdviceAgainstARetryIsBelieved) {
  server_.Add(Fail(StatusCode::UNAVAILABLE)
                  .WithTrailer("retry-advice", "r=no,w=overload,u=7"));
  EXPECT_EQ(Call().error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(server_.attempts(), 1);
}

// A stranger can neither use up the grant of a call, nor make Baton repeat a
// request that it may have processed.
TEST_P(ExternalAdviceTest, ReportedUseOfTheGrantIsIgnored) {
  server_.Add(
      Fail(StatusCode::UNAVAILABLE).WithTrailer("retry-advice", "r=ok,u=9"));
  EXPECT_TRUE(Call().ok());
  EXPECT_EQ(server_.attempts(), 2);
}

TEST_P(ExternalAdviceTest, ClaimThatNothingWasProcessedIsIgnored) {
  options_.policy.everything().idempotency = Idempotency::kNotIdempotent;
  server_.Add(Fail(StatusCode::UNAVAILABLE)
                  .WithTrailer("retry-advice", "r=after,ms=1")
                  .WithPushback("1"));
  EXPECT_EQ(Call().error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(server_.attempts(), 1);
}

TEST_P(ExternalAdviceTest, CallKeepsTheGrantWithAnyOwner) {
  options_.policy.everything().retry.owner.mode = OwnerMode::kDelegate;
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_TRUE(Call().ok());
  EXPECT_EQ(server_.attempts(), 2);
}

// gRPC's own retries are off. The proof that a request was never sent remains.
TEST(ExternalConnectionTest, CallWithoutAConnectionIsKnownToBeUnsent) {
  ScriptedServer server;
  ClientOptions options = QuickOptions();
  options.external = true;
  options.policy.everything().idempotency = Idempotency::kNotIdempotent;
  const auto channel =
      NewBatonChannel("dns:///" + server.address(), std::move(options));
  server.Stop();
  const auto context = NewContext(kPatience);
  context->set_wait_for_ready(false);
  EXPECT_EQ(MakeUnaryCall(UnaryForm::kSync, channel, context, RequestOf("x"))
                .status.error_code(),
            StatusCode::UNAVAILABLE);
  const CallReport report = *GetCallReport(*context);
  EXPECT_EQ(report.stop_reason, StopReason::kNoConnection);
  EXPECT_FALSE(report.outcome_unknown);
}

TEST(ExternalFallbackTest, ExternalFallbackNeedsAnExternalPrimaryChannel) {
  const auto create = [](ClientOptions options) {
    return CreateChannel("127.0.0.1:1", grpc::InsecureChannelCredentials(),
                         std::move(options));
  };
  ClientOptions external;
  external.external = true;
  ClientOptions primary;
  primary.fallback_channels = {*create({}), *create(external)};
  const auto rejected = create(primary);
  EXPECT_EQ(rejected.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(rejected.status().message()),
              ::testing::HasSubstr("fallback_channels[1]: must not be "
                                   "external"));
  primary.external = true;
  EXPECT_TRUE(create(primary).ok());
}

}  // namespace
}  // namespace baton
