// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Kills and restarts each service in turn, under load. Checks that each call
// site keeps the amplification bound, that no request hangs, and that success
// returns.

#include <memory>
#include <string>

#include "absl/time/time.h"
#include "baton/real_clock.h"
#include "examples/stack/driver/interruption.h"
#include "examples/stack/driver/promises.h"
#include "examples/stack/shop/layers.h"
#include "gtest/gtest.h"
#include "tests/e2e/stack/shop_setup.h"

namespace baton {
namespace {

using stack::Layer;

constexpr double kRequestsPerSecond = 100;
constexpr absl::Duration kStretch = absl::Milliseconds(400);

class KillTest : public ::testing::TestWithParam<Layer> {
 protected:
  void Pass() { interruption_.WaitUntil(RealClock().Now() + kStretch); }

  stack::Interruption interruption_;
};

INSTANTIATE_TEST_SUITE_P(Every, KillTest, ::testing::ValuesIn(stack::kServices),
                         [](const auto& layer) {
                           return stack::NameOf(layer.param);
                         });

TEST_P(KillTest, AmplificationBoundHoldsAfterKills) {
  stack::StackOptions options = ShopOptions(stack::RetryMode::kBaton);
  options.shape = stack::Shape::kShop;
  const auto setup = OpenShop(options);
  ASSERT_NE(setup, nullptr);
  // A third of the calls to the store fails, so that retries are in flight at
  // the kill.
  stack::Faults faults;
  faults.set_fail_ratio(0.3);
  ASSERT_TRUE(setup->stack().SetFaults(faults).ok());

  const auto load = setup->StartLoad(kRequestsPerSecond);
  Pass();
  for (int i = 0; i < 2; ++i) {
    setup->stack().Kill(GetParam());
    Pass();
    const absl::Status restarted = setup->stack().Restart(GetParam());
    ASSERT_TRUE(restarted.ok()) << restarted;
    Pass();
  }
  const stack::RequestLog log = setup->Finish(load.get());
  EXPECT_GT(log.requests.size(), 50u);
  EXPECT_EQ(log.Hanging(), 0);
  EXPECT_LE(setup->WorstCallSite(log), stack::kMostCalls);

  ASSERT_TRUE(setup->stack().SetFaults({}).ok());
  bool well = false;
  for (int i = 0; i < 50 && !well; ++i) {
    Pass();
    well = setup->Get(0, absl::Seconds(1)).ok();
  }
  EXPECT_TRUE(well);
}

}  // namespace
}  // namespace baton
