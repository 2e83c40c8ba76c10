// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_CONVENTIONS_H_
#define BATON_OTEL_CONVENTIONS_H_

#include "absl/strings/string_view.h"
#include "baton/telemetry_options.h"

namespace baton::otel {

// What a value of OTEL_SEMCONV_STABILITY_OPT_IN, a list of words with commas,
// asks for: "rpc/dup" both, before "rpc", the current ones. Anything else is
// not about RPC, and the current ones as well: nothing that was recorded under
// older names needs to be kept working.
Conventions ConventionsOfOptIn(absl::string_view value);

// Never kFromEnvironment; that one is replaced by what the environment says
// now.
Conventions Resolve(Conventions conventions);

inline bool HasCurrentNames(Conventions conventions) {
  return conventions != Conventions::kOld;
}
inline bool HasOldNames(Conventions conventions) {
  return conventions == Conventions::kOld || conventions == Conventions::kBoth;
}

}  // namespace baton::otel

#endif  // BATON_OTEL_CONVENTIONS_H_
