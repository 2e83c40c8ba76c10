// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_TEXT_H_
#define BATON_TESTS_SUPPORT_TEXT_H_

#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"

namespace baton::support {

// Formats metadata values for failure messages: quoted, with all bytes visible.
inline std::string Shown(const std::vector<absl::string_view>& values) {
  return absl::StrCat(
      "{",
      absl::StrJoin(values, ", ",
                    [](std::string* out, absl::string_view value) {
                      absl::StrAppend(out, "\"", absl::CHexEscape(value), "\"");
                    }),
      "}");
}

}  // namespace baton::support

#endif  // BATON_TESTS_SUPPORT_TEXT_H_
