// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks whose trace context a complete server uses.

#include <memory>
#include <string>
#include <utility>

#include "baton/client.h"
#include "baton/server.h"
#include "baton/telemetry.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/middle_server.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/patience.h"
#include "tests/support/telemetry/span_recorder.h"

namespace baton {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr char kTraceId[] = "0123456789abcdef0123456789abcdef";

class StrangerTraceTest : public ::testing::Test {
 protected:
  StrangerTraceTest() {
    TelemetryOptions telemetry;
    telemetry.tracing.provider = spans_.provider();
    options_.telemetry = OpenTelemetry(telemetry);
  }

  // Makes a call with a trace context and baggage, to a server whose handler
  // calls `next_`. Returns the span of the request.
  RecordedSpan SpanOfRequest() {
    ClientOptions client = QuickOptions();
    client.telemetry = options_.telemetry;
    const auto channel = NewBatonChannel(next_.address(), client);
    MiddleServer server(Forward(channel, LinkBy::kThread), options_);
    auto context = NewContext(kPatience);
    context->AddMetadata(
        "traceparent", std::string("00-") + kTraceId + "-0123456789abcdef-01");
    context->AddMetadata("baggage", "customer=4711");
    EXPECT_TRUE(MakeUnaryCall(UnaryForm::kSync, server.NewChannel(),
                              std::move(context), RequestOf("x"))
                    .status.ok());
    for (const RecordedSpan& span : spans_.All()) {
      if (span.kind == "SERVER") return span;
    }
    ADD_FAILURE() << "no span of a request";
    return RecordedSpan();
  }

  SpanRecorder spans_;
  ScriptedServer next_;
  ServerOptions options_;
};

TEST_F(StrangerTraceTest, TraceContextOfTrustedCallerIsUsed) {
  EXPECT_EQ(SpanOfRequest().trace_id, kTraceId);
  EXPECT_THAT(next_.AwaitAttempt(1).Values("baggage"), SizeIs(1));
}

TEST_F(StrangerTraceTest, TraceContextOfStrangerIsNotUsed) {
  options_.inbound_grant.trust = InboundGrantOptions::Trust::kStrip;
  EXPECT_NE(SpanOfRequest().trace_id, kTraceId);
  const SeenAttempt seen = next_.AwaitAttempt(1);
  EXPECT_THAT(seen.Values("baggage"), IsEmpty());
  ASSERT_THAT(seen.Values("traceparent"), SizeIs(1));
  EXPECT_THAT(seen.Values("traceparent")[0],
              ::testing::Not(StartsWith(std::string("00-") + kTraceId)));
}

TEST_F(StrangerTraceTest, TraceContextOfAllCallersIsUsedOnRequest) {
  options_.inbound_grant.trust = InboundGrantOptions::Trust::kStrip;
  options_.trace_context = ServerOptions::TraceContext::kOfAllCallers;
  EXPECT_EQ(SpanOfRequest().trace_id, kTraceId);
}

}  // namespace
}  // namespace baton
