// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>

#include "gtest/gtest.h"
#include "tests/rpc/support/child_process.h"
#include "tests/support/calls/unary_form.h"

namespace baton {
namespace {

int RunCalls(UnaryForm form, const std::string& doing) {
  return RunToExit({"tests/rpc/unary/exit_in_flight_main",
                    std::to_string(static_cast<int>(form)), doing});
}

class ExitInFlightTest : public ::testing::TestWithParam<UnaryForm> {};

INSTANTIATE_TEST_SUITE_P(Forms, ExitInFlightTest,
                         ::testing::ValuesIn(AllUnaryForms()), NameOfForm);

TEST_P(ExitInFlightTest, ProcessExitsWhileAttemptsAreInFlight) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(RunCalls(GetParam(), "attempt"), 0);
  }
}

TEST_P(ExitInFlightTest, ProcessExitsWhileCallsWait) {
  for (int i = 0; i < 3; ++i) EXPECT_EQ(RunCalls(GetParam(), "wait"), 0);
}

}  // namespace
}  // namespace baton
