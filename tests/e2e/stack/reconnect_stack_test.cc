// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Kills the store for two seconds, under 60 requests per second with deadlines
// of 1 s. Prints how many requests of these two seconds succeed. About 50 % can
// succeed: the requests whose deadline comes after the restart. A few more can,
// if the process starts faster than the time that the test allows for it.
//
// //examples/stack:demo --scenario=crash prints the same for other retries.

#include <algorithm>
#include <array>
#include <iostream>

#include "absl/strings/str_format.h"
#include "absl/time/time.h"
#include "examples/stack/driver/interruption.h"
#include "examples/stack/driver/run.h"
#include "examples/stack/driver/scenario.h"
#include "gtest/gtest.h"
#include "tests/e2e/stack/shop_setup.h"

namespace baton {
namespace {

constexpr double kLeastSuccess = 0.4;
// A busy machine may delay the restarted store beyond the connection wait, so
// the median of some runs counts.
constexpr int kRuns = 3;

// Returns the success ratio of the requests while the store is down.
double SuccessDuringARestart() {
  stack::StackOptions options = ShopOptions(stack::RetryMode::kBaton);
  options.quick_reconnect = false;  // gRPC's defaults
  const auto setup = OpenShop(options);
  if (setup == nullptr) return 0;
  stack::Scenario scenario = stack::Crash();
  scenario.requests_per_second = 60;
  scenario.lasts = absl::Seconds(2);
  scenario.restart_time = absl::Milliseconds(100);
  stack::Interruption interruption;
  const auto outcome =
      stack::Run(scenario, *setup, interruption, /*progress=*/nullptr);
  if (!outcome.ok()) {
    ADD_FAILURE() << outcome.status();
    return 0;
  }
  EXPECT_EQ(outcome->hanging, 0);
  const double success = outcome->trouble.Success();
  std::cout << absl::StrFormat("success while the store is down: %.1f %%\n",
                               100 * success);
  return success;
}

TEST(ReconnectStackTest, RequestsBeforeARestartSucceedAfterIt) {
  std::array<double, kRuns> success{};
  for (double& of_run : success) of_run = SuccessDuringARestart();
  std::sort(success.begin(), success.end());
  EXPECT_GE(success[kRuns / 2], kLeastSuccess);
}

}  // namespace
}  // namespace baton
