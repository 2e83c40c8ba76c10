// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_POLICY_RELOAD_H_
#define BATON_CONFIG_POLICY_RELOAD_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "baton/config/policy_loader.h"
#include "baton/core/policy_source.h"

namespace baton::config {

// Loads a file again. If it is valid, it becomes the policy of `source`, and
// the notes are returned. A file with errors changes nothing: the old policy
// stays in use, and the errors are returned. Baton does not watch the file. The
// application calls this when it learns of a change, from any thread.
absl::StatusOr<std::vector<std::string>> ReloadPolicyFile(
    const std::string& path, core::PolicySource& source,
    const LoadOptions& options = {});

}  // namespace baton::config

#endif  // BATON_CONFIG_POLICY_RELOAD_H_
