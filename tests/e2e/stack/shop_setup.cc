// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/e2e/stack/shop_setup.h"

#include <utility>

#include "gtest/gtest.h"

namespace baton {

stack::StackOptions ShopOptions(stack::RetryMode mode) {
  stack::StackOptions options;
  options.mode = mode;
  options.program = "examples/stack/shop/shop";
  return options;
}

std::unique_ptr<stack::Setup> OpenShop(stack::StackOptions options) {
  auto setup = stack::Setup::Start(std::move(options));
  if (setup.ok()) return *std::move(setup);
  ADD_FAILURE() << setup.status();
  return nullptr;
}

}  // namespace baton
