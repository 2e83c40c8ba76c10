// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/config/file.h"

#include <cerrno>
#include <cstdio>
#include <memory>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace baton::config {
namespace {

// A descriptor set may hold the comments of a whole organization.
constexpr std::size_t kMaxDescriptorSetBytes = 256 << 20;

absl::Status WithReason(const std::string& path) {
  return absl::ErrnoToStatus(errno, absl::StrCat(path, ": cannot be read"));
}

}  // namespace

absl::StatusOr<std::string> ReadFile(const std::string& path,
                                     std::size_t max_bytes) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
      std::fopen(path.c_str(), "rb"), &std::fclose);
  if (file == nullptr) return WithReason(path);
  std::string contents;
  char buffer[1 << 16];
  while (contents.size() <= max_bytes) {
    const std::size_t size = std::fread(buffer, 1, sizeof(buffer), file.get());
    contents.append(buffer, size);
    if (std::ferror(file.get()) != 0) return WithReason(path);
    if (size < sizeof(buffer)) break;
  }
  if (contents.size() > max_bytes) {
    return absl::InvalidArgumentError(absl::StrCat(
        path, ": 1 error\n", path, ": must be at most ", max_bytes, " bytes"));
  }
  return contents;
}

absl::StatusOr<MethodCatalog> LoadDescriptorSet(const std::string& path) {
  const absl::StatusOr<std::string> contents =
      ReadFile(path, kMaxDescriptorSetBytes);
  if (!contents.ok()) return contents.status();
  absl::StatusOr<MethodCatalog> catalog =
      MethodCatalog::FromDescriptorSet(*contents);
  if (catalog.ok()) return catalog;
  return absl::Status(catalog.status().code(),
                      absl::StrCat(path, ": ", catalog.status().message()));
}

}  // namespace baton::config
