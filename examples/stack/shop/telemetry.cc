// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/shop/telemetry.h"

namespace baton::stack {

std::shared_ptr<CallObserverFactory> CallObservers(Layer /*layer*/) {
  return nullptr;
}

std::shared_ptr<RequestObserverFactory> RequestObservers(Layer /*layer*/) {
  return nullptr;
}

std::string TraceViewLink() { return ""; }

}  // namespace baton::stack
