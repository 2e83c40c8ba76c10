// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// One shop with Baton's defaults in a sequence of failures. The store fails
// everything, then 30 % of the requests, then nothing. No process restarts, so
// that each failure starts with the state of the one before.

#include <iostream>
#include <memory>

#include "absl/time/time.h"
#include "baton/real_clock.h"
#include "examples/stack/driver/interruption.h"
#include "examples/stack/driver/promises.h"
#include "examples/stack/driver/request_log.h"
#include "gtest/gtest.h"
#include "tests/e2e/stack/shop_setup.h"

namespace baton {
namespace {

constexpr double kRequestsPerSecond = 70;
constexpr absl::Duration kFair = absl::Seconds(1);
constexpr absl::Duration kOutage = absl::Seconds(3);
constexpr absl::Duration kFlaky = absl::Seconds(22);
// The first seconds after the outage.
constexpr absl::Duration kFirst = absl::Seconds(5);

MonotonicTime Now() { return RealClock().Now(); }

class OneStackTest : public ::testing::Test {
 protected:
  // Returns when it began.
  MonotonicTime Pass(double fail_ratio, absl::Duration time) {
    stack::Faults faults;
    faults.set_fail_ratio(fail_ratio);
    EXPECT_TRUE(setup_->stack().SetFaults(faults).ok());
    const MonotonicTime begin = Now();
    interruption_.WaitUntil(begin + time);
    return begin;
  }

  stack::WindowStats Window(const stack::RequestLog& log, const char* name,
                            MonotonicTime from, MonotonicTime to) const {
    const stack::WindowStats stats =
        log.Window(from, to, setup_->stack().tally(::shop::v1::LAYER_STORE));
    std::cout << name << ": " << stats.requests << " requests, "
              << stats.StoreLoad() << " calls at the store for each, "
              << 100 * stats.Success() << " % served\n";
    return stats;
  }

  stack::Interruption interruption_;
  std::unique_ptr<stack::Setup> setup_ =
      OpenShop(ShopOptions(stack::RetryMode::kBaton));
};

TEST_F(OneStackTest, OutageThenThirtyPercentThenRecovery) {
  ASSERT_NE(setup_, nullptr);
  const auto load = setup_->StartLoad(kRequestsPerSecond);
  Pass(0, kFair);
  const MonotonicTime outage = Pass(1, kOutage);
  const MonotonicTime flaky = Pass(0.3, kFlaky);
  const MonotonicTime recovery = Pass(0, 2 * kFair);
  const MonotonicTime end = Now();
  const stack::RequestLog log = setup_->Finish(load.get());

  const stack::WindowStats whole = Window(log, "outage", outage, flaky);
  const stack::WindowStats first =
      Window(log, "30 %, the first seconds", flaky, flaky + kFirst);
  const stack::WindowStats thirty =
      Window(log, "30 %", flaky + kFirst, recovery);
  const stack::WindowStats after = Window(log, "recovery", recovery, end);
  const double best =
      log.BestQuantile(flaky + kFirst, recovery, setup_->stack().options().seed,
                       0.3, stack::kAttempts);
  std::cout << "three attempts can serve " << 100 * best << " %\n";

  EXPECT_EQ(log.Hanging(), 0);
  EXPECT_LE(setup_->WorstCallSite(log), stack::kMostCalls);
  EXPECT_LE(whole.StoreLoad(), stack::kMostOutageLoad);
  EXPECT_GE(first.Success(), 0.93);
  EXPECT_GE(thirty.Success(), best - 0.01);
  EXPECT_GE(after.Success(), stack::kLeastGoodput);
}

}  // namespace
}  // namespace baton
