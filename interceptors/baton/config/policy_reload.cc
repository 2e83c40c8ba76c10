// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/config/policy_reload.h"

#include <memory>
#include <utility>

namespace baton::config {

absl::StatusOr<std::vector<std::string>> ReloadPolicyFile(
    const std::string& path, core::PolicySource& source,
    const LoadOptions& options) {
  absl::StatusOr<LoadedPolicy> loaded = LoadPolicyFile(path, options);
  if (!loaded.ok()) return loaded.status();
  source.Replace(
      std::make_shared<const core::Policy>(std::move(loaded->policy)));
  return std::move(loaded->notes);
}

}  // namespace baton::config
