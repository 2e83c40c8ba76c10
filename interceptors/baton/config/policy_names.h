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

// The names of a policy, each with the index of its entry in `Policy.methods`.
// The name is "" for everything, "shop.v1.Inventory" for a service, and
// "/shop.v1.Inventory/Get" for a method.
class PolicyNames {
 public:
  PolicyNames() = default;

  // Reports entries without a name, names in two entries, malformed names, and
  // names that `catalog` rejects.
  PolicyNames(const v1::Policy& policy, const MethodCatalog& catalog,
              const PositionMap& positions, Diagnostics& diagnostics);

  const std::map<std::string, int, std::less<>>& entries() const {
    return entries_;
  }

  // Returns the entry of exactly this name, or -1.
  int Find(absl::string_view name) const;

  // Returns the entries that apply to a method or service, the most specific
  // one first.
  std::vector<int> EntriesFor(absl::string_view name) const;

 private:
  std::map<std::string, int, std::less<>> entries_;
};

// Returns the next less specific name: the service of a method, or ""
// (everything) for a service.
std::string ParentName(absl::string_view name);

}  // namespace baton::config

#endif  // BATON_CONFIG_POLICY_NAMES_H_
