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

// The result of one scenario with one retry mode.
struct ResultRow {
  std::string scenario;
  RetryMode mode = RetryMode::kBaton;
  Outcome outcome;
};

// The result of one request while the store is down.
struct OneRequestRow {
  RetryMode mode = RetryMode::kBaton;
  int store_calls = 0;
};

// Returns an aligned table. The first rows are `one_request`. Then follow the
// `rows`, grouped by scenario, in their original order.
std::string ResultTable(const std::vector<OneRequestRow>& one_request,
                        const std::vector<ResultRow>& rows, Style style);

// Returns a short form: "24.60 calls at the store, 0.0 % served, p99 1.00 s".
std::string OneLine(const Outcome& outcome);

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_DRIVER_RESULT_TABLE_H_
