// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_CALL_OBSERVER_LIST_H_
#define BATON_CORE_CALL_OBSERVER_LIST_H_

#include <memory>
#include <vector>

#include "baton/core/attempt_observer.h"

namespace baton::core {

// Combines several factories into one. The observers of a call receive the same
// events, in the given order. If two observers set the same metadata key, the
// later value wins.
//
// Ignores null factories. Returns null if none remains, and the factory itself
// if only one remains. If one factory does not observe a call, the observers of
// the others still do.
std::shared_ptr<CallObserverFactory> CombineCallObservers(
    std::vector<std::shared_ptr<CallObserverFactory>> factories);

}  // namespace baton::core

#endif  // BATON_CORE_CALL_OBSERVER_LIST_H_
