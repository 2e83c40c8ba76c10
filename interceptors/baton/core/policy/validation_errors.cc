// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy/validation_errors.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace baton::core {

ValidationErrors::Field::Field(ValidationErrors& errors, absl::string_view name)
    : errors_(errors) {
  errors_.path_.emplace_back(name);
}

ValidationErrors::Field::~Field() { errors_.path_.pop_back(); }

void ValidationErrors::Add(absl::string_view field, absl::string_view message) {
  std::string path = absl::StrJoin(path_, ".");
  if (!field.empty()) absl::StrAppend(&path, path.empty() ? "" : ".", field);
  std::string error =
      path.empty() ? std::string(message) : absl::StrCat(path, ": ", message);
  if (std::find(errors_.begin(), errors_.end(), error) == errors_.end()) {
    errors_.push_back(std::move(error));
  }
}

absl::Status ValidationErrors::ToStatus(absl::string_view subject) const {
  if (errors_.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      subject, ": ", errors_.size(), errors_.size() == 1 ? " error" : " errors",
      "\n", absl::StrJoin(errors_, "\n")));
}

}  // namespace baton::core
