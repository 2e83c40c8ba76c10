// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_POLICY_NAMES_H_
#define BATON_CONFIG_POLICY_NAMES_H_

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "baton/config/method_catalog.h"
#include "baton/config/syntax/diagnostics.h"
#include "baton/v1/policy.pb.h"

namespace baton::config {

// The maximum number of names in a policy.
inline constexpr int kMaxNames = 1 << 16;

// The names in a policy file. Each name has the index of its entry in
// `Policy.methods`. The name "" means all methods, "shop.v1.Inventory" means a
// service, and "/shop.v1.Inventory/Get" means a method.
class PolicyNames {
 public:
  PolicyNames() = default;

  // Reports an error for each entry without a name, each name that is in two
  // entries, each malformed name, and each name that `catalog` rejects.
  PolicyNames(const v1::Policy& policy, const MethodCatalog& catalog,
              const PositionMap& positions, Diagnostics& diagnostics);

  // Returns the index of the entry of each name.
  const std::map<std::string, int, std::less<>>& entries() const {
    return entries_;
  }

  // Returns the index of the entry with exactly this name, or -1.
  int Find(absl::string_view name) const;

  // Returns the indexes of all entries that apply to a method or a service. The
  // most specific entry comes first.
  std::vector<int> EntriesFor(absl::string_view name) const;

 private:
  std::map<std::string, int, std::less<>> entries_;
};

// Returns the next less specific name. For a method, this is its service. For a
// service, it is "" (all methods).
std::string ParentName(absl::string_view name);

}  // namespace baton::config

#endif  // BATON_CONFIG_POLICY_NAMES_H_
