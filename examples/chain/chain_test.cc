// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Tests a policy with an application and three services. The last service
// fails.

#include <memory>

#include "baton/policy.h"
#include "baton/test_chain.h"
#include "gtest/gtest.h"

namespace {

namespace chain = baton::chain;

// [docs]
// app -> gateway -> inventory -> store. The gateway also calls the store.
chain::Options Shop() {
  baton::ClientOptions client;
  client.policy =
      baton::LoadPolicyFile("examples/chain/policy.textproto")->policy;
  chain::Options options;
  options.app.options = client;
  options.layers.resize(3);
  options.layers[0].name = "gateway";
  options.layers[0].method = "/shop.v1.Gateway/Show";
  options.layers[0].calls = {"inventory", "store"};
  options.layers[1].name = "inventory";
  options.layers[1].method = "/shop.v1.Inventory/Get";
  options.layers[2].name = "store";
  options.layers[2].method = "/shop.v1.Store/Get";
  for (chain::Layer& layer : options.layers) layer.caller.options = client;
  return options;
}

TEST(ShopTest, OneLayerRetries) {
  auto shop = *chain::Chain::Start(Shop());
  shop->Set("store", chain::FirstCalls(2, chain::Fail()));
  EXPECT_TRUE(shop->Send().ok());

  // Only the application retries.
  const chain::Report report = shop->TakeReport();
  EXPECT_TRUE(report.CheckAmplification().ok()) << report;
  EXPECT_EQ(report.MaxCallsAt("inventory"), 3) << report;
  EXPECT_EQ(report.MaxCallsAt("store"), 4) << report;
}
// [docs]

// The policy does not declare `Buy` idempotent.
TEST(ShopTest, NonIdempotentCallIsNotRetried) {
  chain::Options options = Shop();
  options.layers[0].method = "/shop.v1.Gateway/Buy";
  auto shop = *chain::Chain::Start(options);
  shop->Set("gateway", chain::Always(chain::Crash().AfterCalls()));
  EXPECT_FALSE(shop->Send().ok());
  EXPECT_EQ(shop->TakeReport().MaxCallsAt("gateway"), 1);
}

TEST(ShopTest, OutageCostsTheStoreLittle) {
  auto shop = *chain::Chain::Start(Shop());
  shop->Send(100, /*at_once=*/4);
  shop->Set("store", chain::Always(chain::Fail()));
  shop->Send(200, /*at_once=*/4);  // exhausts the process budget
  shop->TakeReport();
  shop->Send(500, /*at_once=*/4);
  const chain::Report report = shop->TakeReport();
  EXPECT_LE(report.LoadAt("store"), 1.15) << report;
}

}  // namespace
