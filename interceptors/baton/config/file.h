// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_FILE_H_
#define BATON_CONFIG_FILE_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "baton/config/method_catalog.h"

namespace baton::config {

// The contents of a file of up to `max_bytes`. Errors name the file and say
// why: it is not there, may not be read, is no file, is larger.
absl::StatusOr<std::string> ReadFile(const std::string& path,
                                     std::size_t max_bytes);

// What a file that `protoc --descriptor_set_out` wrote knows.
absl::StatusOr<MethodCatalog> LoadDescriptorSet(const std::string& path);

}  // namespace baton::config

#endif  // BATON_CONFIG_FILE_H_
