// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Runs five services and their users as processes, in the scenarios of
// docs/failure-scenarios.md. Measures the load at the store and the success of
// the users, for Baton's defaults and other strategies. Prints the table.
//
// //examples/stack:demo runs the same for any duration.

#include <future>
#include <iostream>
#include <memory>
#include <vector>

#include "absl/time/time.h"
#include "examples/stack/driver/interruption.h"
#include "examples/stack/driver/one_request.h"
#include "examples/stack/driver/promises.h"
#include "examples/stack/driver/result_table.h"
#include "examples/stack/driver/run.h"
#include "examples/stack/driver/scenario.h"
#include "gtest/gtest.h"
#include "tests/e2e/stack/shop_setup.h"

namespace baton {
namespace {

using stack::Outcome;
using stack::RetryMode;
using stack::Scenario;

class ScenariosTest : public ::testing::Test {
 protected:
  static void TearDownTestSuite() {
    std::cout << ResultTable({}, rows_, stack::Style::Plain());
  }

  static Outcome Run(const Scenario& scenario, RetryMode mode) {
    const auto setup = OpenShop(ShopOptions(mode));
    if (setup == nullptr) return Outcome();
    stack::Interruption interruption;
    const auto outcome =
        stack::Run(scenario, *setup, interruption, /*progress=*/nullptr);
    if (!outcome.ok()) {
      ADD_FAILURE() << outcome.status();
      return Outcome();
    }
    rows_.push_back({scenario.name, mode, *outcome});
    EXPECT_EQ(outcome->hanging, 0);
    return *outcome;
  }

  static void ExpectPromisesKept(const Scenario& scenario,
                                 const Outcome& outcome) {
    for (const stack::Promise& promise : PromisesOf(scenario, outcome)) {
      EXPECT_TRUE(promise.kept) << promise.text << ": " << promise.measured;
    }
  }

 private:
  static std::vector<stack::ResultRow> rows_;
};

std::vector<stack::ResultRow> ScenariosTest::rows_;

int CallsOfOneRequest(RetryMode mode) {
  const auto calls = stack::CallsOfOneRequest(ShopOptions(mode));
  EXPECT_TRUE(calls.ok()) << calls.status();
  return calls.value_or(0);
}

TEST_F(ScenariosTest, OneRequestToADeadStoreMakesThreeCalls) {
  EXPECT_EQ(CallsOfOneRequest(RetryMode::kBaton), 3);
}

TEST_F(ScenariosTest, LoopAndGrpcMake243CallsForOneRequest) {
  // Both spend most of the time in their backoffs.
  std::future<int> loop =
      std::async(std::launch::async, CallsOfOneRequest, RetryMode::kLoop);
  EXPECT_EQ(CallsOfOneRequest(RetryMode::kNative), 243);
  EXPECT_EQ(loop.get(), 243);
}

TEST_F(ScenariosTest, OutageAddsLittleLoadAtTheStore) {
  const Scenario scenario = stack::Outage();
  const Outcome outcome = Run(scenario, RetryMode::kBaton);
  ExpectPromisesKept(scenario, outcome);
  EXPECT_LE(outcome.trouble.StoreLoad(), stack::kMostOutageLoad);
  EXPECT_GE(outcome.late.Success(), stack::kLeastGoodput);
}

TEST_F(ScenariosTest, LoopAndGrpcOverloadTheStoreInAnOutage) {
  EXPECT_GT(Run(stack::Outage(), RetryMode::kLoop).trouble.StoreLoad(), 3);
  EXPECT_GT(Run(stack::Outage(), RetryMode::kNative).trouble.StoreLoad(), 3);
  Run(stack::Outage(), RetryMode::kNativeThrottled);  // for the table
}

TEST_F(ScenariosTest, IndependentFailuresAreRetried) {
  const Scenario scenario = stack::Flaky();
  const Outcome outcome = Run(scenario, RetryMode::kBaton);
  ExpectPromisesKept(scenario, outcome);
  EXPECT_GE(outcome.trouble.Success(), outcome.best_quantile - 0.01);
}

TEST_F(ScenariosTest, ThrottleStopsRetriesOfIndependentFailures) {
  const Outcome outcome = Run(stack::Flaky(), RetryMode::kNativeThrottled);
  EXPECT_LT(outcome.trouble.Success(), stack::kLeastFlakySuccess);
}

Scenario LongStall() {
  Scenario scenario = stack::Overload();
  scenario.lasts = absl::Seconds(5);
  return scenario;
}

TEST_F(ScenariosTest, OverloadEndsWithItsCause) {
  const Scenario scenario = LongStall();
  ExpectPromisesKept(scenario, Run(scenario, RetryMode::kBaton));
}

TEST_F(ScenariosTest, LoopKeepsTheOverloadGoing) {
  const Outcome outcome = Run(LongStall(), RetryMode::kLoop);
  EXPECT_LT(outcome.late.Success(), 0.5);
}

}  // namespace
}  // namespace baton
