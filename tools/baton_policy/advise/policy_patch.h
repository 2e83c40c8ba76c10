// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_BATON_POLICY_ADVISE_POLICY_PATCH_H_
#define BATON_TOOLS_BATON_POLICY_ADVISE_POLICY_PATCH_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace baton::tools {

// A field in a section of a method's policy, such as deadline.default_timeout.
struct FieldChange {
  std::string section;
  std::string field;
  std::string value;  // in text format
};

struct MethodChange {
  std::string method;  // "/shop.v1.Inventory/Get"
  std::vector<FieldChange> fields;
};

struct PatchedPolicy {
  std::string text;
  // The difference to the original as a unified diff. Empty if there is none.
  std::string diff;
  // Methods that share their entry with other methods. They are unchanged.
  std::vector<std::string> shared;
};

// Changes a valid policy in text format, and keeps its comments and its layout.
// A field comes into the entry that names only this method. If no entry names
// the method, a new entry follows at the end. `file` is the name for the diff.
PatchedPolicy PatchPolicy(absl::string_view text, absl::string_view file,
                          const std::vector<MethodChange>& changes);

}  // namespace baton::tools

#endif  // BATON_TOOLS_BATON_POLICY_ADVISE_POLICY_PATCH_H_
