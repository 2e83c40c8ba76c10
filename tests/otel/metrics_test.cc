// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Tests the metrics of real calls and requests.

#include <cstddef>
#include <memory>
#include <string>
#include <thread>

#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/server.h"
#include "baton/telemetry.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "opentelemetry/metrics/noop.h"
#include "opentelemetry/metrics/provider.h"
#include "tests/rpc/support/middle_server.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/patience.h"
#include "tests/support/telemetry/metric_recorder.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::Ge;
using ::testing::Gt;
using ::testing::IsEmpty;
using ::testing::Key;
using ::testing::Le;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

constexpr char kMethod[] = "baton.testing.v1.Scripted/Call";

class MetricsTest : public ::testing::Test {
 protected:
  MetricsTest() {
    TelemetryOptions telemetry;
    telemetry.metering.provider = recorder_.provider();
    telemetry_ = OpenTelemetry(telemetry);
  }

  UnaryResult CallAt(const std::string& address) {
    options_.telemetry = telemetry_;
    channel_ = NewBatonChannel(address, options_);
    return MakeUnaryCall(UnaryForm::kSync, channel_, NewContext(kPatience),
                         RequestOf("hello"));
  }
  UnaryResult Call() { return CallAt(server_.address()); }

  ServerOptions Server() const {
    ServerOptions options;
    options.telemetry = telemetry_;
    return options;
  }

  MetricRecorder recorder_;
  std::shared_ptr<Telemetry> telemetry_;
  ScriptedServer server_;
  ClientOptions options_ = QuickOptions();
  std::shared_ptr<grpc::Channel> channel_;
};

TEST_F(MetricsTest, SuccessAtTheFirstAttemptIsCounted) {
  EXPECT_TRUE(Call().status.ok());
  const MetricRecorder::Labels ok = {{"grpc.method", kMethod},
                                     {"grpc.target", server_.address()},
                                     {"grpc.status", "OK"}};
  EXPECT_EQ(recorder_.Count("grpc.client.call.duration", ok), 1U);
  EXPECT_EQ(recorder_.Count("grpc.client.attempt.duration", ok), 1U);
  EXPECT_THAT(recorder_.Sum("grpc.client.attempt.duration", ok),
              AllOf(Gt(0), Le(recorder_.Sum("grpc.client.call.duration", ok))));
  EXPECT_EQ(recorder_.Sum(
                "grpc.client.attempt.started",
                {{"grpc.method", kMethod}, {"grpc.target", server_.address()}}),
            1);
  EXPECT_THAT(
      recorder_.Names(),
      UnorderedElementsAre(
          Key("grpc.client.call.duration"), Key("grpc.client.attempt.duration"),
          Key("grpc.client.attempt.started"), Key("retry.process_budget.level"),
          Key("retry.process_budget.capacity"), Key("retry.breaker.open"),
          Key("retry.replay.memory"), Key("retry.process.stall")));
}

TEST_F(MetricsTest, FallbackAttemptHasItsOwnLabel) {
  ScriptedServer fallback_server;
  options_.fallback_channels = {fallback_server.NewChannel()};
  options_.policy.everything().idempotency = Idempotency::kNoSideEffects;
  options_.policy.everything().fallback.from_attempt = 2;
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_TRUE(Call().status.ok());
  for (const char* metric :
       {"grpc.client.attempt.started", "grpc.client.attempt.duration"}) {
    EXPECT_EQ(recorder_.Points(metric).size(), 2U);
    const auto points = recorder_.Points(metric, {{"retry.fallback", "1"}});
    ASSERT_EQ(points.size(), 1U);
    EXPECT_EQ(points[0].labels.at("grpc.target"), server_.address());
  }
  EXPECT_EQ(recorder_.Count("grpc.client.attempt.duration",
                            {{"retry.fallback", "1"}, {"grpc.status", "OK"}}),
            1U);
}

TEST_F(MetricsTest, CallSavedByARetryIsCounted) {
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  server_.Add(Fail(StatusCode::UNAVAILABLE).WithPushback("5"));
  EXPECT_TRUE(Call().status.ok());
  EXPECT_EQ(
      recorder_.Count("grpc.client.call.duration", {{"grpc.status", "OK"}}),
      1U);
  EXPECT_EQ(recorder_.Count("grpc.client.attempt.duration",
                            {{"grpc.status", "UNAVAILABLE"},
                             {"retry.failure_origin", "unconfirmed"}}),
            1U);
  // The trailer shows that the server has answered.
  EXPECT_EQ(recorder_.Count("grpc.client.attempt.duration",
                            {{"grpc.status", "UNAVAILABLE"},
                             {"retry.failure_origin", "server"}}),
            1U);
  EXPECT_EQ(recorder_.Sum("grpc.client.attempt.started"), 3);
  EXPECT_EQ(recorder_.Sum("retry.saved", {{"grpc.method", kMethod},
                                          {"grpc.target", server_.address()}}),
            1);
  EXPECT_EQ(recorder_.Sum("retry.failed_attempts",
                          {{"grpc.target", server_.address()},
                           {"retry.peer", server_.address()},
                           {"grpc.status", "UNAVAILABLE"}}),
            2);
  EXPECT_THAT(recorder_.Points("grpc.client.call.retries"),
              ElementsAre(AllOf(Field(&RecordedPoint::value, 2),
                                Field(&RecordedPoint::count, 1U))));
  EXPECT_THAT(recorder_.Sum("grpc.client.call.retry_delay"), Gt(0.005));
  EXPECT_THAT(recorder_.Points("retry.suppressed"), IsEmpty());
}

TEST_F(MetricsTest, CallThatFailsAfterARetryIsNotSaved) {
  server_.Otherwise(Fail(StatusCode::UNAVAILABLE));
  EXPECT_FALSE(Call().status.ok());
  EXPECT_GT(recorder_.Sum("grpc.client.call.retries"), 0);
  EXPECT_THAT(recorder_.Points("retry.saved"), IsEmpty());
}

TEST_F(MetricsTest, AttemptThatReachedNoServerHasNoPeer) {
  server_.Stop();
  options_.policy.everything().retry.max_connection_wait = absl::ZeroDuration();
  EXPECT_FALSE(Call().status.ok());
  EXPECT_THAT(recorder_.Points("retry.failed_attempts"), IsEmpty());
}

TEST_F(MetricsTest, SuppressedRetryIsCounted) {
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  options_.policy.everything().retry.max_attempts = 1;
  EXPECT_FALSE(Call().status.ok());
  EXPECT_EQ(recorder_.Sum("retry.suppressed",
                          {{"grpc.method", kMethod},
                           {"grpc.target", server_.address()},
                           {"retry.stop_reason", "retries_disabled"}}),
            1);
}

TEST_F(MetricsTest, NonRetryableCodeIsNoSuppression) {
  server_.Add(Fail(StatusCode::NOT_FOUND));
  EXPECT_FALSE(Call().status.ok());
  EXPECT_THAT(recorder_.Points("retry.suppressed"), IsEmpty());
}

TEST_F(MetricsTest, MissingAndCappedDeadlinesAreCounted) {
  options_.telemetry = telemetry_;
  options_.policy.everything().deadline.max_timeout = absl::Minutes(1);
  channel_ = NewBatonChannel(server_.address(), options_);
  MakeUnaryCall(UnaryForm::kSync, channel_,
                std::make_shared<grpc::ClientContext>(), RequestOf("x"));
  EXPECT_EQ(recorder_.Sum("deadline.missing", {{"grpc.method", kMethod}}), 1);
  MakeUnaryCall(UnaryForm::kSync, channel_, NewContext(absl::Hours(1)),
                RequestOf("x"));
  EXPECT_EQ(recorder_.Sum("deadline.missing"), 1);
  EXPECT_EQ(recorder_.Sum("deadline.capped", {{"grpc.method", kMethod}}), 1);
}

TEST_F(MetricsTest, GaugesReportProcessBudgetAndHealthOfTarget) {
  options_.policy.process_budget.capacity = 20;
  EXPECT_TRUE(Call().status.ok());
  const MetricRecorder::Labels target = {{"grpc.target", server_.address()}};
  EXPECT_EQ(recorder_.Sum("retry.process_budget.capacity", target), 20);
  EXPECT_EQ(recorder_.Sum("retry.process_budget.level", target), 20);
  EXPECT_EQ(recorder_.Sum("retry.breaker.open", target), 0);
}

TEST_F(MetricsTest, GaugeReportsTheBytesThatAreKeptForLaterAttempts) {
  constexpr std::size_t kBytes = 100'000;
  server_.Add(Echo().Held());
  options_.telemetry = telemetry_;
  channel_ = NewBatonChannel(server_.address(), options_);
  std::thread caller([this] {
    MakeUnaryCall(UnaryForm::kSync, channel_, NewContext(kPatience),
                  RequestOf(std::string(kBytes, 'x')));
  });
  server_.AwaitAttempt(1);
  EXPECT_THAT(recorder_.Sum("retry.replay.memory"),
              AllOf(Ge(kBytes), Le(kBytes + 1000)));
  server_.Release(1);
  caller.join();
  EXPECT_EQ(recorder_.Sum("retry.replay.memory"), 0);
}

TEST_F(MetricsTest, GaugeReportsTheMeasuredLimitOfAMethod) {
  // A limit needs a hundred calls, and is computed every tenth of a second.
  constexpr int kMostCalls = 100'000;
  const MetricRecorder::Labels method = {{"grpc.method", kMethod},
                                         {"grpc.target", server_.address()}};
  EXPECT_TRUE(Call().status.ok());
  EXPECT_THAT(recorder_.Points("retry.measured_limit"), IsEmpty());
  for (int calls = 1; calls < kMostCalls; ++calls) {
    EXPECT_TRUE(MakeUnaryCall(UnaryForm::kSync, channel_, NewContext(kPatience),
                              RequestOf("hello"))
                    .status.ok());
    if (calls % 100 == 0 && !recorder_.Points("retry.measured_limit").empty()) {
      break;
    }
  }
  EXPECT_GE(recorder_.Sum("retry.measured_limit", method), 0.02);
}

TEST_F(MetricsTest, GaugesEndWithTheTelemetry) {
  EXPECT_TRUE(Call().status.ok());
  EXPECT_THAT(recorder_.Names(), Contains(Key("retry.process_budget.level")));
  options_.telemetry = nullptr;
  channel_ = nullptr;
  telemetry_ = nullptr;
  recorder_.Names();  // Reads no destroyed gauge.
}

TEST_F(MetricsTest, RequestsAreCounted) {
  MiddleServer middle([](grpc::ServerContext&) { return grpc::Status::OK; },
                      Server());
  EXPECT_TRUE(CallAt(middle.address()).status.ok());
  EXPECT_TRUE(MakeUnaryCall(UnaryForm::kSync, middle.NewChannel(),
                            std::make_shared<grpc::ClientContext>(),
                            RequestOf("x"))
                  .status.ok());
  const MetricRecorder::Labels method = {{"grpc.method", kMethod}};
  EXPECT_EQ(recorder_.Sum("grpc.server.call.started", method), 2);
  EXPECT_EQ(recorder_.Count("grpc.server.call.duration",
                            {{"grpc.method", kMethod}, {"grpc.status", "OK"}}),
            2U);
  EXPECT_EQ(recorder_.Sum("retry.request.header_absent", method), 1);
  EXPECT_EQ(recorder_.Sum("deadline.request.missing", method), 1);
  EXPECT_EQ(recorder_.Sum("retry.request.repeated"), 0);
}

TEST_F(MetricsTest, RequestsWithOddHeadersAreCounted) {
  ServerOptions options = Server();
  options.inbound_grant.max_grant = 3;
  MiddleServer middle([](grpc::ServerContext&) { return grpc::Status::OK; },
                      options);
  for (const char* budget : {"g=9,n=0,h=1", "g=1,n=1,h=1", "nonsense=="}) {
    auto context = NewContext(kPatience);
    context->AddMetadata("retry-budget", budget);
    EXPECT_TRUE(MakeUnaryCall(UnaryForm::kSync, middle.NewChannel(), context,
                              RequestOf("x"))
                    .status.ok());
  }
  const MetricRecorder::Labels method = {{"grpc.method", kMethod}};
  EXPECT_EQ(recorder_.Sum("retry.request.grant_clamped", method), 1);
  EXPECT_EQ(recorder_.Sum("retry.request.header_malformed", method), 1);
  EXPECT_EQ(recorder_.Sum("retry.request.repeated", method), 1);
  EXPECT_EQ(recorder_.Sum("retry.request.header_absent"), 0);
}

TEST_F(MetricsTest, NamesBeyondTheLimitShareOneLabel) {
  TelemetryOptions telemetry;
  telemetry.metering.provider = recorder_.provider();
  telemetry.metering.max_methods = 0;
  telemetry.metering.max_targets = 0;
  telemetry_ = OpenTelemetry(telemetry);
  EXPECT_TRUE(Call().status.ok());
  EXPECT_THAT(
      recorder_.Points("grpc.client.attempt.started"),
      ElementsAre(Field(&RecordedPoint::labels,
                        UnorderedElementsAre(Pair("grpc.method", "other"),
                                             Pair("grpc.target", "other")))));
  // A gauge cannot have the values of several targets.
  EXPECT_THAT(recorder_.Points("retry.process_budget.level"), IsEmpty());
}

TEST_F(MetricsTest, LateProviderIsUsed) {
  using opentelemetry::metrics::Provider;
  telemetry_ = OpenTelemetry();
  EXPECT_TRUE(Call().status.ok());
  Provider::SetMeterProvider(recorder_.provider());
  EXPECT_TRUE(Call().status.ok());
  Provider::SetMeterProvider(
      opentelemetry::nostd::shared_ptr<opentelemetry::metrics::MeterProvider>(
          new opentelemetry::metrics::NoopMeterProvider));
  EXPECT_EQ(recorder_.Count("grpc.client.call.duration"), 1U);
}

}  // namespace
}  // namespace baton
