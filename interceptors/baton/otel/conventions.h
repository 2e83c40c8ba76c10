// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_CONVENTIONS_H_
#define BATON_OTEL_CONVENTIONS_H_

#include "absl/strings/string_view.h"
#include "baton/telemetry_options.h"

namespace baton::otel {

// Returns the conventions that a value of OTEL_SEMCONV_STABILITY_OPT_IN
// selects. The value is a list of words, separated by commas. A list with
// "rpc/dup" selects kBoth, every other list kCurrent. "rpc/dup" has precedence
// over "rpc". kCurrent is the default, because Baton has no older data
// under the old names.
Conventions ConventionsOfOptIn(absl::string_view value);

// Replaces kFromEnvironment by the current setting of the environment. Returns
// any other value unchanged.
Conventions Resolve(Conventions conventions);

inline bool HasCurrentNames(Conventions conventions) {
  return conventions != Conventions::kOld;
}
inline bool HasOldNames(Conventions conventions) {
  return conventions == Conventions::kOld || conventions == Conventions::kBoth;
}

}  // namespace baton::otel

#endif  // BATON_OTEL_CONVENTIONS_H_
