// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_REPORT_REQUEST_OBSERVER_LIST_H_
#define BATON_CORE_REPORT_REQUEST_OBSERVER_LIST_H_

#include <memory>
#include <vector>

#include "baton/core/report/request_observer.h"

namespace baton::core {

// One factory made of several: the observers of a request are told the same,
// in the order given, and what the later ones attach is current above what the
// earlier ones do. They are its members().
//
// Null factories are left out. Of none is null, and of one is that one.
std::shared_ptr<RequestObserverFactory> CombineRequestObservers(
    std::vector<std::shared_ptr<RequestObserverFactory>> factories);

}  // namespace baton::core

#endif  // BATON_CORE_REPORT_REQUEST_OBSERVER_LIST_H_
