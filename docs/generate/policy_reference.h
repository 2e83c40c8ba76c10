// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_DOCS_GENERATE_POLICY_REFERENCE_H_
#define BATON_DOCS_GENERATE_POLICY_REFERENCE_H_

#include <map>
#include <string>

#include "absl/status/statusor.h"

namespace baton {

// The reference of all policy fields, in Markdown, made from the comments of
// policy.proto: of its serialized FileDescriptorSet, with source information.
absl::StatusOr<std::string> PolicyReference(const std::string& descriptor_set);

// What the comments say after "Default:", for every field of every message:
// {"RetryOptions.max_attempts", "3"}. Fields that say nothing are left out.
absl::StatusOr<std::map<std::string, std::string>> PolicyDefaults(
    const std::string& descriptor_set);

}  // namespace baton

#endif  // BATON_DOCS_GENERATE_POLICY_REFERENCE_H_
