// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_POLICY_HOST_OFFSET_H_
#define BATON_CORE_POLICY_HOST_OFFSET_H_

#include "absl/strings/string_view.h"
#include "absl/time/time.h"

// Offsets that spread the periodic work of many hosts. An offset depends on
// the host and on the name of the work only. It contains no random number, so
// an overload caused by periodic work has the same pattern each time.
namespace baton::core {

// Returns the offset of the work `name` on `host`: at least 0, below `period`.
// The result is the same in every process and in every version of Baton. Zero
// if `period` is not positive or not finite.
absl::Duration HostOffset(absl::string_view host, absl::string_view name,
                          absl::Duration period);

// Returns the first time after `now` that lies `offset` after a multiple of
// `period`, counted from the Unix epoch. InfiniteFuture if `period` is not
// positive or not finite.
absl::Time NextPeriodicRun(absl::Time now, absl::Duration period,
                           absl::Duration offset);

}  // namespace baton::core

#endif  // BATON_CORE_POLICY_HOST_OFFSET_H_
