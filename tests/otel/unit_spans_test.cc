// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Spans of units, their runs and their calls.

#include <string>
#include <vector>

#include "baton/telemetry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/kit/unit_rig.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/telemetry/span_matchers.h"
#include "tests/support/telemetry/span_recorder.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::SizeIs;

class UnitSpansTest : public ::testing::Test, protected UnitRig {
 protected:
  UnitSpansTest() {
    TelemetryOptions telemetry;
    telemetry.tracing.provider = recorder_.provider();
    options.telemetry = OpenTelemetry(telemetry);
    channel_options.telemetry = options.telemetry;
  }

  std::vector<RecordedSpan> Named(const std::string& name) {
    std::vector<RecordedSpan> named;
    for (const RecordedSpan& span : recorder_.All()) {
      if (span.name == name) named.push_back(span);
    }
    return named;
  }

  SpanRecorder recorder_;
};

TEST_F(UnitSpansTest, UnitHasOneSpanWithItsReplaysBelow) {
  server.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_TRUE(RunUnit([&](UnitAttempt&) { return Call(); }).ok());
  const auto units = Named("unit checkout");
  ASSERT_THAT(units, SizeIs(1));
  EXPECT_THAT(units[0], AllOf(IsARoot(), IsOfKind("INTERNAL"), HasSucceeded(),
                              Has("unit.name", "checkout"), Has("unit.runs", 2),
                              Has("retry.grant_used", 1),
                              Has("retry.stop_reason", "succeeded")));
  const auto runs = Named("unit checkout run");
  ASSERT_THAT(runs, SizeIs(2));
  EXPECT_THAT(runs, Each(IsBelow(units[0])));
  EXPECT_THAT(runs, ElementsAre(AllOf(Has("unit.run_number", 1),
                                      Has("retry.decision", "retry"),
                                      HasAny("retry.wait_ms")),
                                AllOf(Has("unit.run_number", 2),
                                      Has("retry.decision", "stop"))));
  const auto calls = Named("baton.testing.v1.Scripted/Call");
  ASSERT_THAT(calls, SizeIs(2));
  EXPECT_THAT(calls[0], IsBelow(runs[0]));
  EXPECT_THAT(calls[1], IsBelow(runs[1]));
}

TEST_F(UnitSpansTest, NameOfUnitIsPrintable) {
  options.name = "check\nout\xff";
  EXPECT_TRUE(RunUnit([&](UnitAttempt&) { return Call(); }).ok());
  EXPECT_THAT(Named(R"(unit check\nout\xff)"),
              ElementsAre(Has("unit.name", R"(check\nout\xff)")));
  EXPECT_THAT(Named(R"(unit check\nout\xff run)"), SizeIs(1));
}

TEST_F(UnitSpansTest, SpanNamesTheCallThatPreventedAReplay) {
  server.Add(Fail(StatusCode::UNAVAILABLE));
  (void)RunUnit(
      [&](UnitAttempt&) { return Call(Idempotency::kNotIdempotent); });
  const auto units = Named("unit checkout");
  ASSERT_THAT(units, SizeIs(1));
  EXPECT_THAT(units[0],
              AllOf(Has("unit.blocked_by", "/baton.testing.v1.Scripted/Call"),
                    Has("retry.outcome_unknown", true),
                    Has("retry.stop_reason", "not_idempotent")));
}

}  // namespace
}  // namespace baton
