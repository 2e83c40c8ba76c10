// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Pays through all five services, while each of them is killed in turn: with
// Baton and idempotency keys, and with the retries of bare gRPC. Counts the
// charges of each payment.

#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>

#include "absl/time/time.h"
#include "baton/real_clock.h"
#include "examples/stack/driver/interruption.h"
#include "examples/stack/shop/layers.h"
#include "gtest/gtest.h"
#include "tests/e2e/stack/payment_load.h"
#include "tests/e2e/stack/shop_setup.h"

namespace baton {
namespace {

constexpr absl::Duration kStretch = absl::Milliseconds(300);
constexpr int kRounds = 2;

std::string NewBook() {
  std::string path = ::testing::TempDir() + "/payments-XXXXXX";
  const int file = mkstemp(path.data());
  EXPECT_GE(file, 0);
  return path;
}

// Kills each service in turn, under a load of payments.
PaymentCounts PayWhileServicesAreKilled(stack::RetryMode mode) {
  stack::Interruption interruption;
  const auto pass = [&interruption] {
    interruption.WaitUntil(RealClock().Now() + kStretch);
  };
  stack::StackOptions options = ShopOptions(mode);
  options.payments_file = NewBook();
  if (mode == stack::RetryMode::kBaton) {
    options.policy_file = "tests/e2e/stack/payments.textproto";
  }
  const auto setup = OpenShop(options);
  if (setup == nullptr) return PaymentCounts();
  PaymentLoad load(setup->channel(), options.payments_file);
  for (int round = 0; round < kRounds; ++round) {
    for (const stack::Layer layer : stack::kServices) {
      pass();
      setup->stack().Kill(layer);
      pass();
      const absl::Status restarted = setup->stack().Restart(layer);
      EXPECT_TRUE(restarted.ok()) << restarted;
    }
  }
  pass();
  const PaymentCounts counts = load.Finish();
  std::cout << NameOf(mode) << ": " << counts.Text() << "\n";
  return counts;
}

TEST(PaymentKillTest, NoPaymentIsChargedTwiceAlthoughEachServiceIsKilled) {
  const PaymentCounts baton =
      PayWhileServicesAreKilled(stack::RetryMode::kBaton);
  EXPECT_EQ(baton.charged_twice, 0);
  // Each answer is right, or says that the outcome is unknown.
  EXPECT_EQ(baton.wrong_answers, 0);
  EXPECT_EQ(baton.hidden, 0);
  EXPECT_GT(baton.succeeded, 100);

  const PaymentCounts bare =
      PayWhileServicesAreKilled(stack::RetryMode::kNative);
  EXPECT_GT(bare.charged_twice, 0);
}

}  // namespace
}  // namespace baton
