// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_POLICY_EXPLANATION_H_
#define BATON_POLICY_POLICY_EXPLANATION_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "baton/policy/policy_loader.h"

namespace baton {

// A field in the effective policy of a method.
struct ExplainedField {
  std::string path;    // "retry.backoff.max"
  std::string value;   // in text format, or "not set"
  std::string origin;  // "default", "descriptor", "methods[1] at 12:5"
};

// Returns every field of the effective policy of a method, in the order of the
// proto, with the source of each value. `full_method` is spelled as in gRPC:
// "/shop.v1.Inventory/Get". Returns INVALID_ARGUMENT if it is not, or if the
// descriptors of the policy have no such method.
absl::StatusOr<std::vector<ExplainedField>> ExplainMethod(
    const LoadedPolicy& loaded, absl::string_view full_method);

// Returns the policy in text format, as LoadPolicy() reads it.
std::string PolicyText(const LoadedPolicy& loaded);

// Returns the number of entries in `methods`.
int MethodEntries(const LoadedPolicy& loaded);

}  // namespace baton

#endif  // BATON_POLICY_POLICY_EXPLANATION_H_
