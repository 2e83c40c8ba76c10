// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_CONVENTIONS_H_
#define BATON_OTEL_CONVENTIONS_H_

#include "absl/strings/string_view.h"

namespace baton::otel {

// Which of OpenTelemetry's names for RPC attributes spans carry.
enum class Conventions {
  kFromEnvironment,  // as OTEL_SEMCONV_STABILITY_OPT_IN says, else kCurrent
  kCurrent,          // rpc.system.name, rpc.response.status_code
  kOld,              // rpc.system, rpc.service, rpc.grpc.status_code
  kBoth,             // where one name has two meanings, the current one
};

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
