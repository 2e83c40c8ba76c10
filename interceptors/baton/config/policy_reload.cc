// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/policy/policy_reload.h"

#include <memory>
#include <utility>

namespace baton {

absl::StatusOr<std::vector<std::string>> ReloadPolicyFile(
    const std::string& path, PolicySource& source,
    const LoadPolicyOptions& options) {
  absl::StatusOr<LoadedPolicy> loaded = LoadPolicyFile(path, options);
  if (!loaded.ok()) return loaded.status();
  source.Replace(std::make_shared<const Policy>(std::move(loaded->policy)));
  return std::move(loaded->notes);
}

}  // namespace baton
