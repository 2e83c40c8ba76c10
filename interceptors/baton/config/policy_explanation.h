// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_POLICY_EXPLANATION_H_
#define BATON_CONFIG_POLICY_EXPLANATION_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "baton/config/policy_loader.h"

namespace baton::config {

// A field in the effective policy of a method.
struct ExplainedField {
  std::string path;    // "retry.backoff.max"
  std::string value;   // in text format, or "not set"
  std::string origin;  // "default", "descriptor", "methods[1] at 12:5"
};

// Returns the effective policy of a method, named as in gRPC:
// "/shop.v1.Inventory/Get". The result has every field, in the order of the
// proto, with its value and the source of this value.
std::vector<ExplainedField> ExplainMethod(const LoadedPolicy& loaded,
                                          absl::string_view full_method);

}  // namespace baton::config

#endif  // BATON_CONFIG_POLICY_EXPLANATION_H_
