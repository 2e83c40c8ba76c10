// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/policy/status_code_set.h"

#include "absl/strings/str_cat.h"

namespace baton {

std::string StatusCodeSet::ToString() const {
  std::string text;
  for (int number = 0; number < kCodes; ++number) {
    const auto code = static_cast<absl::StatusCode>(number);
    if (!Contains(code)) continue;
    absl::StrAppend(&text, text.empty() ? "" : ", ",
                    absl::StatusCodeToString(code));
  }
  return text.empty() ? "none" : text;
}

}  // namespace baton
