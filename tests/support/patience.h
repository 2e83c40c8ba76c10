// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_PATIENCE_H_
#define BATON_TESTS_SUPPORT_PATIENCE_H_

#include "absl/time/time.h"

namespace baton {

// How long a test waits for an event that must happen. Far longer than the
// event takes, even under a sanitizer on a busy machine, and shorter than the
// test's time limit. After that time a test fails and names the missing event.
constexpr absl::Duration kPatience = absl::Seconds(20);

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_PATIENCE_H_
