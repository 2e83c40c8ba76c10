// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/conventions.h"

#include <cstdlib>

#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"

namespace baton::otel {

Conventions ConventionsOfOptIn(absl::string_view value) {
  for (absl::string_view word : absl::StrSplit(value, ',')) {
    if (absl::StripAsciiWhitespace(word) == "rpc/dup") {
      return Conventions::kBoth;
    }
  }
  return Conventions::kCurrent;
}

Conventions Resolve(Conventions conventions) {
  if (conventions != Conventions::kFromEnvironment) return conventions;
  const char* const value = std::getenv("OTEL_SEMCONV_STABILITY_OPT_IN");
  return ConventionsOfOptIn(value == nullptr ? "" : value);
}

}  // namespace baton::otel
