// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_SHOP_LIFE_LINE_H_
#define BATON_EXAMPLES_STACK_SHOP_LIFE_LINE_H_

namespace baton::stack {

// How a process of the shop learns that it is to end. To be called first of
// all, before there is a second thread: from then on SIGTERM and SIGINT end
// the process only by way of AwaitEnd(), and the death of its parent kills it.
//
// A process that was started by hand goes on without its parent.
void HoldLifeLine(bool end_with_parent);

// Waits for SIGTERM or SIGINT; with `end_with_parent`, for the end of the
// standard input as well.
void AwaitEnd(bool end_with_parent);

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_LIFE_LINE_H_
