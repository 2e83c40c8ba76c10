// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_POLICY_RELOAD_H_
#define BATON_POLICY_POLICY_RELOAD_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "baton/policy/policy_loader.h"
#include "baton/policy/policy_source.h"

namespace baton {

// Loads a file again. If it is valid, it becomes the policy of `source`, and
// the notes are returned. A file with errors changes nothing: the old policy
// stays in use, and the errors are returned. Baton does not watch the file. The
// application calls this when it learns of a change, from any thread.
absl::StatusOr<std::vector<std::string>> ReloadPolicyFile(
    const std::string& path, PolicySource& source,
    const LoadPolicyOptions& options = {});

}  // namespace baton

#endif  // BATON_POLICY_POLICY_RELOAD_H_
