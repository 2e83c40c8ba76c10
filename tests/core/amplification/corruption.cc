// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/amplification/corruption.h"

#include <cstddef>

#include "absl/strings/str_cat.h"

namespace baton::amplification {

std::vector<std::string> Corrupt(std::vector<std::string> values,
                                 SeededUniform& random) {
  if (values.empty()) return values;
  std::string& value = values.front();
  if (value.empty()) return values;
  const auto place =
      static_cast<std::size_t>(random.Below(static_cast<int>(value.size())));
  switch (random.Below(7)) {
    case 0:
      value[place] = '!';
      break;
    case 1:
      value.resize(place);
      break;
    case 2:
      values.push_back(value);
      break;
    case 3:
      value = absl::StrCat(value, " ,\t", value);
      break;
    case 4:
      value = absl::StrCat(" ", value, " ");
      break;
    case 5:
      // A foreign value that would give the reader of either key an advantage.
      values.push_back("g=9,r=ok,u=0");
      break;
    default:
      value.append(64, 'z');
      break;
  }
  return values;
}

}  // namespace baton::amplification
