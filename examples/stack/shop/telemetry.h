// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_SHOP_TELEMETRY_H_
#define BATON_EXAMPLES_STACK_SHOP_TELEMETRY_H_

#include <memory>
#include <string>

#include "baton/client.h"
#include "baton/server.h"
#include "examples/stack/shop/layers.h"

// The one place where the shop is connected to telemetry.
namespace baton::stack {

// Who watches the calls, and the requests, of this process, with kBaton. Null:
// nobody does.
std::shared_ptr<CallObserverFactory> CallObservers(Layer layer);
std::shared_ptr<RequestObserverFactory> RequestObservers(Layer layer);

// Where people can look at what was seen; empty if nowhere.
std::string TraceViewLink();

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_TELEMETRY_H_
