// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_PATIENCE_H_
#define BATON_TESTS_SUPPORT_PATIENCE_H_

#include "absl/time/time.h"

namespace baton {

// How long a test waits for what has to happen: far longer than it takes, under
// a sanitizer on a busy machine too, and shorter than a test may run. Who waits
// that long in vain fails the test and says what did not come.
constexpr absl::Duration kPatience = absl::Seconds(20);

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_PATIENCE_H_
