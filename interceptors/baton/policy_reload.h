// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_RELOAD_H_
#define BATON_POLICY_RELOAD_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "baton/policy/policy_source.h"
#include "baton/policy_loader.h"

namespace baton {

// Loads a file again and, if there is nothing wrong with it, makes it the
// policy that `source` hands out from now on; the result is its notes. A file
// with errors changes nothing: the policy that was in use stays in use, and
// the errors are returned. Nothing watches the file: the application calls
// this when it learns of a change, from any thread.
absl::StatusOr<std::vector<std::string>> ReloadPolicyFile(
    const std::string& path, PolicySource& source,
    const LoadPolicyOptions& options = {});

}  // namespace baton

#endif  // BATON_POLICY_RELOAD_H_
