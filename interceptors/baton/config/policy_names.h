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

// No policy has more names than this.
inline constexpr int kMaxNames = 1 << 16;

// The names of a policy and which entry each is in, as an index into
// `Policy.methods`: "" for everything, "shop.v1.Inventory" for a service,
// "/shop.v1.Inventory/Get" for a method.
class PolicyNames {
 public:
  PolicyNames() = default;

  // Reports entries without a name, names that are in two entries, names that
  // cannot be, and those that `catalog` knows to be wrong.
  PolicyNames(const v1::Policy& policy, const MethodCatalog& catalog,
              const PositionMap& positions, Diagnostics& diagnostics);

  const std::map<std::string, int, std::less<>>& entries() const {
    return entries_;
  }

  // The entry of exactly this name; -1: none.
  int Find(absl::string_view name) const;

  // The entries that say something of a method or service, the most specific
  // one first.
  std::vector<int> EntriesFor(absl::string_view name) const;

 private:
  std::map<std::string, int, std::less<>> entries_;
};

// What is around a name: the service of a method, everything of a service.
std::string ParentName(absl::string_view name);

}  // namespace baton::config

#endif  // BATON_CONFIG_POLICY_NAMES_H_
