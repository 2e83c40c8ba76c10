// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_DRIVER_ONE_REQUEST_H_
#define BATON_EXAMPLES_STACK_DRIVER_ONE_REQUEST_H_

#include "absl/status/statusor.h"
#include "examples/stack/driver/stack.h"

namespace baton::stack {

// How many calls the store gets for one request that has all the time it
// takes, while the store fails every call.
absl::StatusOr<int> CallsOfOneRequest(StackOptions options);

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_DRIVER_ONE_REQUEST_H_
