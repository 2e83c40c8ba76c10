// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_SHOP_FAULT_DRAW_H_
#define BATON_EXAMPLES_STACK_SHOP_FAULT_DRAW_H_

#include <cstdint>

namespace baton::stack {

// Returns a pseudo-random number from [0, 1) for the `call`-th call of a
// request, counted from 1. It decides whether the store fails the call. The
// numbers are independent of each other and the same in every run. The success
// that a number of attempts can reach is therefore known exactly.
double FaultDraw(uint64_t seed, uint32_t request_id, int call);

// Returns the ratio of the requests in [first, last] that succeed with up to
// `attempts` calls each, if a call fails with this probability. Returns 0 if
// there are no requests.
double BestQuantile(uint64_t seed, uint32_t first, uint32_t last,
                    double fail_ratio, int attempts);

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_FAULT_DRAW_H_
