// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_CONVENTIONS_H_
#define BATON_OTEL_CONVENTIONS_H_

#include "absl/strings/string_view.h"
#include "baton/telemetry_options.h"

namespace baton::otel {

// Returns the conventions for a value of the environment variable
// OTEL_SEMCONV_STABILITY_OPT_IN, a list of words with commas between them. If
// the list contains "rpc/dup", returns kBoth. Otherwise returns kCurrent, also
// if the list contains "rpc" or is empty. The old names alone are never the
// result, because no earlier version of Baton has recorded data under them.
Conventions ConventionsOfOptIn(absl::string_view value);

// Returns the conventions of the environment if `conventions` is
// kFromEnvironment. Otherwise returns `conventions`.
Conventions Resolve(Conventions conventions);

inline bool HasCurrentNames(Conventions conventions) {
  return conventions != Conventions::kOld;
}
inline bool HasOldNames(Conventions conventions) {
  return conventions == Conventions::kOld || conventions == Conventions::kBoth;
}

}  // namespace baton::otel

#endif  // BATON_OTEL_CONVENTIONS_H_
