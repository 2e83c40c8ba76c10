// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_DOCS_GENERATE_POLICY_REFERENCE_H_
#define BATON_DOCS_GENERATE_POLICY_REFERENCE_H_

#include <map>
#include <string>

#include "absl/status/statusor.h"

namespace baton {

// Returns the reference of all policy fields in Markdown, from the comments of
// policy.proto. `descriptor_set` is a serialized FileDescriptorSet with source
// information.
absl::StatusOr<std::string> PolicyReference(const std::string& descriptor_set);

// Returns the text after "Default:" in the comment of each field, such as
// {"RetryOptions.max_attempts", "3"}. Skips fields without that word.
absl::StatusOr<std::map<std::string, std::string>> PolicyDefaults(
    const std::string& descriptor_set);

}  // namespace baton

#endif  // BATON_DOCS_GENERATE_POLICY_REFERENCE_H_
