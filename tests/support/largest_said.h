// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_LARGEST_SAID_H_
#define BATON_TESTS_SUPPORT_LARGEST_SAID_H_

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace baton {

// Returns the largest number under `g` in any of the values. Parses without any
// checks.
inline int LargestSaid(const std::vector<std::string>& values) {
  int largest = 0;
  for (const std::string& value : values) {
    for (std::size_t i = 0; i + 2 < value.size(); ++i) {
      if (value[i] == 'g' && value[i + 1] == '=' && value[i + 2] >= '0' &&
          value[i + 2] <= '9') {
        largest = std::max(largest, value[i + 2] - '0');
      }
    }
  }
  return largest;
}

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_LARGEST_SAID_H_
