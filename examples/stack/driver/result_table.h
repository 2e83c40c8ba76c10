// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_DRIVER_RESULT_TABLE_H_
#define BATON_EXAMPLES_STACK_DRIVER_RESULT_TABLE_H_

#include <string>
#include <vector>

#include "examples/stack/driver/run.h"
#include "examples/stack/driver/style.h"
#include "examples/stack/shop/retry_mode.h"

namespace baton::stack {

// A scenario and a way to retry.
struct ResultRow {
  std::string scenario;
  RetryMode mode = RetryMode::kBaton;
  Outcome outcome;
};

// A single request to a store that is down.
struct OneRequestRow {
  RetryMode mode = RetryMode::kBaton;
  int store_calls = 0;
};

// An aligned table, with the rows of a scenario next to each other in the
// order that they are in, and before them those of a single request.
std::string ResultTable(const std::vector<OneRequestRow>& one_request,
                        const std::vector<ResultRow>& rows, Style style);

// "24.6 calls at the store, 0.0 % succeeded": a row in half a line.
std::string OneLine(const Outcome& outcome);

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_DRIVER_RESULT_TABLE_H_
