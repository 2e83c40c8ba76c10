// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_LATE_ATTEMPTS_COMPARISON_H_
#define BATON_TESTS_CORE_LATE_ATTEMPTS_COMPARISON_H_

#include <cstdint>

#include "tests/core/late_attempts/cells.h"
#include "tests/core/late_attempts/simulated_client.h"

namespace baton::late_attempts {

// The results of two strategies in one cell, call by call.
struct Comparison {
  int64_t calls = 0;
  int64_t plain_successes = 0;  // without retries
  int64_t successes = 0;
  // Calls that succeed under one of the strategies only.
  int64_t gained = 0;
  int64_t lost = 0;
  int64_t attempts = 0;

  // `plain_succeeded`: the same call succeeded without retries.
  void Add(const CallResult& call, bool plain_succeeded);

  // All in percentage points.
  double PlainSuccess() const { return Percent(plain_successes); }
  double Success() const { return Percent(successes); }
  double Difference() const { return Percent(gained - lost); }
  // Returns the standard error of Difference(). Calls with the same result
  // under both strategies do not contribute to it.
  double StandardError() const;
  // Returns the attempts for each call.
  double Load() const { return Percent(attempts) / 100; }

 private:
  double Percent(int64_t count) const {
    return calls == 0
               ? 0
               : 100 * static_cast<double>(count) / static_cast<double>(calls);
  }
};

struct Comparisons {
  // The calls that start during the failure of the cell.
  Comparison failure;
  // The calls that start after it.
  Comparison afterwards;
  // The calls of both parts.
  Comparison all;
};

// Runs the cell with `strategy` and without retries.
Comparisons Compare(const Cell& cell, Strategy strategy);

}  // namespace baton::late_attempts

#endif  // BATON_TESTS_CORE_LATE_ATTEMPTS_COMPARISON_H_
