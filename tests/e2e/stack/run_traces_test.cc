// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/driver/run_traces.h"

#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "examples/stack/driver/interruption.h"
#include "gtest/gtest.h"

namespace baton::stack {
namespace {

RunTraces::Options WithView(ViewMode mode) {
  RunTraces::Options options;
  options.mode = mode;
  return options;
}

TEST(RunTracesTest, ModesHaveNames) {
  EXPECT_EQ(*ParseViewMode("off"), ViewMode::kOff);
  EXPECT_EQ(*ParseViewMode("auto"), ViewMode::kAuto);
  EXPECT_EQ(*ParseViewMode("keep"), ViewMode::kKeep);
  EXPECT_TRUE(absl::IsInvalidArgument(ParseViewMode("always").status()));
}

TEST(RunTracesTest, RunWithoutAViewHasNoTelemetry) {
  const auto traces = RunTraces::Start(WithView(ViewMode::kOff));
  ASSERT_TRUE(traces.ok()) << traces.status();
  EXPECT_EQ((*traces)->endpoint(), "");
  EXPECT_EQ((*traces)->app_telemetry(), nullptr);
  EXPECT_EQ((*traces)->link(), "");
  EXPECT_FALSE((*traces)->stays());
  EXPECT_TRUE(absl::IsFailedPrecondition((*traces)->Record("/dev/null")));
}

TEST(RunTracesTest, UnusedPageEndsAfterItsIdleTime) {
  Interruption interruption;
  const auto traces = RunTraces::Start(WithView(ViewMode::kKeep));
  ASSERT_TRUE(traces.ok()) << traces.status();
  EXPECT_NE((*traces)->app_telemetry(), nullptr);
  EXPECT_TRUE((*traces)->stays());
  EXPECT_TRUE((*traces)->Flush());
  // Serve() returns by itself.
  (*traces)->Serve(interruption, absl::Milliseconds(20));
}

}  // namespace
}  // namespace baton::stack
