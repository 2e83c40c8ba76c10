// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_POLICY_RELOAD_H_
#define BATON_POLICY_POLICY_RELOAD_H_

#include "baton/base/export.h"

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "baton/policy/policy_loader.h"
#include "baton/policy/policy_source.h"

namespace BATON_EXPORT baton {

// Loads a policy file again. If the file is valid, makes it the policy of
// `source` and returns its notes. If the file has errors, returns the errors,
// and the old policy stays in use.
//
// Baton does not watch the file. When the file changes, the application must
// call this function, on any thread.
absl::StatusOr<std::vector<std::string>> ReloadPolicyFile(
    const std::string& path, PolicySource& source,
    const LoadPolicyOptions& options = {});

}  // namespace baton

#endif  // BATON_POLICY_POLICY_RELOAD_H_
