// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_POLICY_WARNINGS_H_
#define BATON_CONFIG_POLICY_WARNINGS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "baton/policy/method_policy.h"

namespace baton::config {

// A valid value that has no effect, or less effect than its author may expect.
struct PolicyWarning {
  // The path of the field inside the entry.
  absl::string_view path;
  // The path of another field, which limits the effect of the field. The loader
  // reports the warning for each entry of the policy file that sets one of the
  // two fields.
  absl::string_view limited_by;
  std::string message;
};

// Returns the warnings about the policy of one entry of a policy file. Less
// specific entries must already be merged in. The policy must be valid.
std::vector<PolicyWarning> WarningsAbout(const MethodPolicy& policy);

}  // namespace baton::config

#endif  // BATON_CONFIG_POLICY_WARNINGS_H_
