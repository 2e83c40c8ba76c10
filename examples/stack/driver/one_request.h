// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_DRIVER_ONE_REQUEST_H_
#define BATON_EXAMPLES_STACK_DRIVER_ONE_REQUEST_H_

#include "absl/status/statusor.h"
#include "examples/stack/driver/stack.h"

namespace baton::stack {

// Sends one request without a tight deadline while the store fails every call.
// Returns the number of calls that the store received.
absl::StatusOr<int> CallsOfOneRequest(StackOptions options);

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_DRIVER_ONE_REQUEST_H_
