// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_TELEMETRY_H_
#define BATON_CORE_TELEMETRY_H_

#include "baton/core/attempt_observer.h"
#include "baton/core/request_observer.h"

namespace baton::core {

// What watches a whole service: its calls and its requests. One object is both,
// because only then can a call find the request that it is made for.
// Thread-safe, and outlives every observer that it made.
class Telemetry : public CallObserverFactory, public RequestObserverFactory {};

}  // namespace baton::core

#endif  // BATON_CORE_TELEMETRY_H_
