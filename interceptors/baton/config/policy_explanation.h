// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_POLICY_EXPLANATION_H_
#define BATON_CONFIG_POLICY_EXPLANATION_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "baton/config/policy_loader.h"

namespace baton::config {

// One field of the effective policy of a method.
struct ExplainedField {
  std::string path;    // "retry.backoff.max"
  std::string value;   // as in text format; "not set"
  std::string origin;  // "default", "descriptor", "methods[1] at 12:5"
};

// What holds for a method as gRPC names it, "/shop.v1.Inventory/Get", and
// where each value comes from; every field there is, in the order of the
// proto.
std::vector<ExplainedField> ExplainMethod(const LoadedPolicy& loaded,
                                          absl::string_view full_method);

}  // namespace baton::config

#endif  // BATON_CONFIG_POLICY_EXPLANATION_H_
