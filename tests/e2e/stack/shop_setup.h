// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_E2E_STACK_SHOP_SETUP_H_
#define BATON_TESTS_E2E_STACK_SHOP_SETUP_H_

#include <memory>

#include "examples/stack/driver/setup.h"

namespace baton {

// Returns the options of a shop for a test, with the path of its program.
stack::StackOptions ShopOptions(stack::RetryMode mode);

// Opens a shop. Fails the test and returns null on an error.
std::unique_ptr<stack::Setup> OpenShop(stack::StackOptions options);

}  // namespace baton

#endif  // BATON_TESTS_E2E_STACK_SHOP_SETUP_H_
