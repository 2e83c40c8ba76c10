// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_REQUEST_OBSERVER_LIST_H_
#define BATON_CORE_REQUEST_OBSERVER_LIST_H_

#include <memory>
#include <vector>

#include "baton/core/request_observer.h"

namespace baton::core {

// Combines several factories into one. The observers of a request receive the
// same events, in the given order. The attachment of a later observer is
// current above the earlier ones. The observers are members() of the combined
// one.
//
// Ignores null factories. Returns null if none remains, and the factory itself
// if only one remains.
std::shared_ptr<RequestObserverFactory> CombineRequestObservers(
    std::vector<std::shared_ptr<RequestObserverFactory>> factories);

}  // namespace baton::core

#endif  // BATON_CORE_REQUEST_OBSERVER_LIST_H_
