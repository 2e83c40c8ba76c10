// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_SHOP_FAULT_DRAW_H_
#define BATON_EXAMPLES_STACK_SHOP_FAULT_DRAW_H_

#include <cstdint>

namespace baton::stack {

// The draw, from [0, 1), that decides whether the store fails a request's
// `call`-th call, from 1. Draws are independent of each other, and yet the same
// in every run, so that what so many attempts can achieve is known exactly.
double FaultDraw(uint64_t seed, uint32_t request_id, int call);

// The share of the requests of [first, last] that succeed when up to `attempts`
// calls are made for each and a call fails with this probability. 0 for none.
double BestShare(uint64_t seed, uint32_t first, uint32_t last,
                 double fail_ratio, int attempts);

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_FAULT_DRAW_H_
