// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/shop/telemetry.h"

namespace baton::stack {

std::shared_ptr<CallObserverFactory> CallObservers(Layer /*layer*/) {
  return nullptr;
}

}  // namespace baton::stack
