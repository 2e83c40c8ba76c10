// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_E2E_STOP_PERCENTAGES_H_
#define BATON_TESTS_E2E_STOP_PERCENTAGES_H_

#include <algorithm>
#include <cassert>
#include <vector>

namespace baton::e2e {

inline double Percent(int part, int whole) {
  return whole == 0 ? 0 : 100.0 * part / whole;
}

// Requires at least one value.
inline double Median(std::vector<double> values) {
  assert(!values.empty());
  std::sort(values.begin(), values.end());
  return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

}  // namespace baton::e2e

#endif  // BATON_TESTS_E2E_STOP_PERCENTAGES_H_
