// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_REPORT_CALL_OBSERVER_LIST_H_
#define BATON_CORE_REPORT_CALL_OBSERVER_LIST_H_

#include <memory>
#include <vector>

#include "baton/core/report/attempt_observer.h"

namespace baton::core {

// One factory made of several: the observers of a call are told the same, in
// the order given. Where two set the same metadata the later one wins.
//
// Null factories are left out. Of none is null, and of one is that one, so
// that nobody pays for a list that is none. Observers of the others see a call
// that one factory does not watch.
std::shared_ptr<CallObserverFactory> CombineCallObservers(
    std::vector<std::shared_ptr<CallObserverFactory>> factories);

}  // namespace baton::core

#endif  // BATON_CORE_REPORT_CALL_OBSERVER_LIST_H_
