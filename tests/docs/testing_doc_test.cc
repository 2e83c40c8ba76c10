// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks that docs/testing.md shows a compiled test and its actual report.

#include "baton/test_chain.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/doc_block.h"

namespace baton {
namespace {

TEST(TestingDocTest, ShowsTheCompiledExample) {
  EXPECT_TRUE(ShowsCode("docs/testing.md", "examples/chain/chain_test.cc",
                        "// [docs]"));
}

TEST(TestingDocTest, ShowsTheReportOfTheExample) {
  chain::Options options;
  options.app.options = QuickOptions();
  options.layers.resize(3);
  for (chain::Layer& layer : options.layers) {
    layer.caller.options = QuickOptions();
  }
  options.layers[0].name = "gateway";
  options.layers[0].calls = {"inventory", "store"};
  options.layers[1].name = "inventory";
  options.layers[2].name = "store";
  const auto shop = *chain::Chain::Start(options);
  shop->Set("store", chain::FirstCalls(2, chain::Fail()));
  shop->Send();
  EXPECT_EQ(DocBlock("docs/testing.md", "report"),
            shop->TakeReport().ToString());
}

}  // namespace
}  // namespace baton
