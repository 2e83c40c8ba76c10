// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_BOOTSTRAP_BOUNDED_WORK_H_
#define BATON_OTEL_BOOTSTRAP_BOUNDED_WORK_H_

#include <functional>
#include <vector>

#include "absl/time/time.h"

namespace baton::otel {

// Does all of it at the same time, each piece on a thread of its own. False if
// not all has returned true within `bound`; what still runs then is left alone,
// and must own what it works on.
bool DoWithin(absl::Duration bound, std::vector<std::function<bool()>> work);

}  // namespace baton::otel

#endif  // BATON_OTEL_BOOTSTRAP_BOUNDED_WORK_H_
