// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_E2E_STACK_SHOP_SETUP_H_
#define BATON_TESTS_E2E_STACK_SHOP_SETUP_H_

#include <memory>

#include "examples/stack/driver/setup.h"

namespace baton {

// The options of a shop for a test, whose program is found as tests find it.
stack::StackOptions ShopOptions(stack::RetryMode mode);

// A shop; fails the test, and is null, if it does not open.
std::unique_ptr<stack::Setup> OpenShop(stack::StackOptions options);

}  // namespace baton

#endif  // BATON_TESTS_E2E_STACK_SHOP_SETUP_H_
