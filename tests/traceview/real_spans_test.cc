// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks how the view shows the actual spans of Baton's telemetry.

#include <memory>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/telemetry.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "opentelemetry/exporters/otlp/otlp_grpc_exporter_factory.h"
#include "opentelemetry/exporters/otlp/otlp_grpc_exporter_options.h"
#include "opentelemetry/sdk/trace/simple_processor_factory.h"
#include "opentelemetry/sdk/trace/tracer_provider.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/patience.h"
#include "tools/traceview/model/span_facts.h"
#include "tools/traceview/server/view_json.h"
#include "tools/traceview/trace_view.h"

namespace baton::traceview {
namespace {

namespace nostd = opentelemetry::nostd;
namespace otlp = opentelemetry::exporter::otlp;
namespace sdk = opentelemetry::sdk;

using ::grpc::StatusCode;
using ::nlohmann::json;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::Le;

class RealSpansTest : public ::testing::Test {
 protected:
  RealSpansTest() {
    otlp::OtlpGrpcExporterOptions exporter;
    exporter.endpoint = view_->grpc_endpoint();
    exporter.use_ssl_credentials = false;
    TelemetryOptions telemetry;
    // The view has each span before its call returns.
    telemetry.tracing.provider =
        nostd::shared_ptr<opentelemetry::trace::TracerProvider>(
            new sdk::trace::TracerProvider(
                sdk::trace::SimpleSpanProcessorFactory::Create(
                    otlp::OtlpGrpcExporterFactory::Create(exporter))));
    options_.telemetry = OpenTelemetry(telemetry);
  }

  // Makes a call, and returns the page's data of its trace.
  json TraceOfCall() {
    MakeUnaryCall(UnaryForm::kSync,
                  NewBatonChannel(server_.address(), options_),
                  NewContext(kPatience), RequestOf("hello"));
    const std::vector<TraceRow> rows = view_->store().Since(0).rows;
    EXPECT_EQ(rows.size(), 1u);
    if (rows.size() != 1) return json::object();
    return json::parse(TraceJson(*view_->store().Get(rows[0].id)));
  }

  std::unique_ptr<TraceView> view_ = *TraceView::Start({});
  ScriptedServer server_;
  ClientOptions options_ = QuickOptions();
};

// Returns the spans with this role, by the time of their start.
std::vector<json> WithRole(const json& trace, const std::string& role) {
  std::vector<json> found;
  for (const json& span : trace.at("spans")) {
    if (span.at("role") == role) found.push_back(span);
  }
  return found;
}

TEST_F(RealSpansTest, CallSavedAfterTwoWaitsIsShown) {
  server_.Add(Fail(StatusCode::UNAVAILABLE).WithPushback("20"));
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  const json trace = TraceOfCall();

  const json row = trace.value("row", json::object());
  EXPECT_EQ(row.at("name"), "baton.testing.v1.Scripted/Call");
  EXPECT_EQ(row.at("code"), "OK");
  EXPECT_EQ(row.at("attempts"), 3);
  EXPECT_EQ(row.at("retries"), 2);
  EXPECT_EQ(row.at("badges"), json({"saved", "retried"}));
  EXPECT_EQ(row.at("strip"), "ffo");
  EXPECT_EQ(row.at("reason"), "succeeded");

  const std::vector<json> calls = WithRole(trace, "call");
  ASSERT_EQ(calls.size(), 1u);
  const json& call = calls[0];
  EXPECT_EQ(call.at("grant"), 2);
  EXPECT_EQ(call.at("hop"), 0);
  EXPECT_EQ(call.at("owner"), "keep");
  EXPECT_EQ(call.at("reason"), "succeeded");
  EXPECT_FALSE(call.at("words").get<std::string>().empty());

  const json& waits = call.at("waits");
  ASSERT_EQ(waits.size(), 2u);
  EXPECT_EQ(waits[0].at("cause"), "pushback");
  // The actual duration in microseconds: the requested wait, and up to a fifth
  // more.
  EXPECT_THAT(waits[0].at("dur").get<double>(), AllOf(Ge(20e3), Le(24e3)));
  EXPECT_EQ(waits[1].at("cause"), "backoff");

  const std::vector<json> attempts = WithRole(trace, "attempt");
  ASSERT_EQ(attempts.size(), 3u);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(attempts[i].at("attempt"), i + 1);
    EXPECT_EQ(attempts[i].at("grant"), 0);
    EXPECT_EQ(attempts[i].at("hop"), 1);
    EXPECT_EQ(attempts[i].at("decision"), i < 2 ? "retry" : "stop");
    EXPECT_EQ(attempts[i].at("failed"), i < 2);
  }
  // Each wait is between two attempts.
  for (int i = 0; i < 2; ++i) {
    const double begins = waits[i].at("at");
    EXPECT_GE(begins, attempts[i].at("start").get<double>());
    EXPECT_LE(begins + waits[i].at("dur").get<double>(),
              attempts[i + 1].at("start").get<double>() + 1e3);
  }
}

TEST_F(RealSpansTest, CallWithASuppressedRetryIsShown) {
  server_.Add(Fail(StatusCode::UNAVAILABLE)
                  .WithTrailer("retry-advice", "r=no,w=overload"));
  const json trace = TraceOfCall();
  const json row = trace.value("row", json::object());
  EXPECT_EQ(row.at("badges"), json({"failed", "suppressed"}));
  EXPECT_EQ(row.at("reason"), "server_advice");
  EXPECT_EQ(row.at("strip"), "f");
  const std::vector<json> attempts = WithRole(trace, "attempt");
  ASSERT_EQ(attempts.size(), 1u);
  EXPECT_EQ(attempts[0].at("advice"), "no");
  EXPECT_EQ(attempts[0].at("reason"), "server_advice");
}

TEST_F(RealSpansTest, CallWithoutAConnectionMadeNoAttempt) {
  server_.Stop();
  options_.policy.everything().retry.max_connection_wait =
      absl::Milliseconds(120);
  const json trace = TraceOfCall();
  const json row = trace.value("row", json::object());
  EXPECT_EQ(row.at("code"), "UNAVAILABLE");
  EXPECT_EQ(row.at("reason"), "no_connection");
  EXPECT_EQ(row.at("attempts"), 0);
  EXPECT_EQ(row.at("retries"), 0);
  EXPECT_EQ(row.at("strip"), "u");
  for (const json& attempt : WithRole(trace, "attempt")) {
    EXPECT_TRUE(attempt.value("unsent", false));
  }
}

TEST_F(RealSpansTest, PerAttemptTimeoutIsNamedAsAnOwnLimit) {
  options_.policy.everything().deadline.attempt_timeout =
      absl::Milliseconds(50);
  server_.Add(Echo().Held());
  const json trace = TraceOfCall();
  const std::vector<json> attempts = WithRole(trace, "attempt");
  ASSERT_GE(attempts.size(), 1u);
  EXPECT_EQ(attempts[0].at("code"), "DEADLINE_EXCEEDED");
  EXPECT_EQ(attempts[0].at("limit"), "per-attempt timeout");
}

}  // namespace
}  // namespace baton::traceview
