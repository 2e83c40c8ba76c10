// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_POLICY_RELOAD_H_
#define BATON_CONFIG_POLICY_RELOAD_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "baton/config/policy_loader.h"
#include "baton/core/policy/policy_source.h"

namespace baton::config {

// Loads a file again and, if there is nothing wrong with it, makes it the
// policy that `source` hands out from now on; the result is its notes. A file
// with errors changes nothing: the policy that was in use stays in use, and
// the errors are returned. Nothing watches the file: the application calls
// this when it learns of a change, from any thread.
absl::StatusOr<std::vector<std::string>> ReloadPolicyFile(
    const std::string& path, core::PolicySource& source,
    const LoadOptions& options = {});

}  // namespace baton::config

#endif  // BATON_CONFIG_POLICY_RELOAD_H_
