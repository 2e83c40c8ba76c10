// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_BOOTSTRAP_BOUNDED_WORK_H_
#define BATON_OTEL_BOOTSTRAP_BOUNDED_WORK_H_

#include <functional>
#include <vector>

#include "absl/time/time.h"

namespace baton::otel {

// Runs all functions of `work` at the same time, each on its own thread.
// Returns true if all of them return true within `bound`, else false. A
// function that has not ended by then continues to run. It must therefore own
// the objects that it uses.
bool DoWithin(absl::Duration bound, std::vector<std::function<bool()>> work);

}  // namespace baton::otel

#endif  // BATON_OTEL_BOOTSTRAP_BOUNDED_WORK_H_
