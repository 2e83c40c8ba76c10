// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_FILE_H_
#define BATON_CONFIG_FILE_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "baton/config/method_catalog.h"

namespace baton::config {

// Returns the contents of a file with at most `max_bytes` bytes. An error names
// the file and the reason: the file does not exist, cannot be read, is a
// directory, or is too large.
absl::StatusOr<std::string> ReadFile(const std::string& path,
                                     std::size_t max_bytes);

// Returns the services in a descriptor set, a file that `protoc
// --descriptor_set_out` wrote.
absl::StatusOr<MethodCatalog> LoadDescriptorSet(const std::string& path);

}  // namespace baton::config

#endif  // BATON_CONFIG_FILE_H_
