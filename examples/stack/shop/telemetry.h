// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_SHOP_TELEMETRY_H_
#define BATON_EXAMPLES_STACK_SHOP_TELEMETRY_H_

#include <memory>

#include "baton/client.h"
#include "examples/stack/shop/layers.h"

namespace baton::stack {

// Who watches the calls of this process: the one place where the shop is
// connected to telemetry. Null: nobody does.
std::shared_ptr<CallObserverFactory> CallObservers(Layer layer);

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_TELEMETRY_H_
