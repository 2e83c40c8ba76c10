// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_SHOP_LIFE_LINE_H_
#define BATON_EXAMPLES_STACK_SHOP_LIFE_LINE_H_

namespace baton::stack {

// Prepares the end of a process of the shop. Call it first, before the process
// starts a second thread. Afterwards SIGTERM and SIGINT end the process only
// through AwaitEnd(). With `end_with_parent`, the death of the parent kills the
// process.
//
// A process that a user starts by hand runs without `end_with_parent`.
void HoldLifeLine(bool end_with_parent);

// Waits for SIGTERM or SIGINT. With `end_with_parent`, also returns at the end
// of standard input.
void AwaitEnd(bool end_with_parent);

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_LIFE_LINE_H_
