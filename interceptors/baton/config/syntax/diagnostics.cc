// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/config/syntax/diagnostics.h"

#include <algorithm>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace baton::config {

void PositionMap::Record(absl::string_view path, Position position) {
  positions_.try_emplace(path, position);
}

Position PositionMap::Find(absl::string_view path) const {
  while (true) {
    const auto it = positions_.find(path);
    if (it != positions_.end()) return it->second;
    const std::size_t end = path.find_last_of(".[");
    if (end == absl::string_view::npos) return {};
    path = path.substr(0, end);
  }
}

void Diagnostics::Keep(Position position, absl::string_view path,
                       absl::string_view message, std::vector<Entry>& entries,
                       int& dropped) {
  std::string text =
      path.empty() ? std::string(message) : absl::StrCat(path, ": ", message);
  for (const Entry& entry : entries) {
    if (entry.text == text && entry.position.line == position.line &&
        entry.position.column == position.column) {
      return;
    }
  }
  if (entries.size() >= kLimit) {
    ++dropped;
  } else {
    entries.push_back({position, std::move(text)});
  }
}

void Diagnostics::Error(Position position, absl::string_view path,
                        absl::string_view message) {
  Keep(position, path, message, errors_, dropped_errors_);
}

void Diagnostics::Note(Position position, absl::string_view path,
                       absl::string_view message) {
  Keep(position, path, message, notes_, dropped_notes_);
}

std::vector<std::string> Diagnostics::Lines(absl::string_view file,
                                            std::vector<Entry> entries,
                                            int dropped) {
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) {
                     return std::tie(a.position.line, a.position.column) <
                            std::tie(b.position.line, b.position.column);
                   });
  std::vector<std::string> lines;
  for (const Entry& entry : entries) {
    std::string place(file);
    if (entry.position.line > 0) {
      absl::StrAppend(&place, ":", entry.position.line, ":",
                      entry.position.column);
    }
    lines.push_back(absl::StrCat(place, ": ", entry.text));
  }
  if (dropped > 0) {
    lines.push_back(absl::StrCat(file, ": and ", dropped, " more"));
  }
  return lines;
}

std::vector<std::string> Diagnostics::Errors(absl::string_view file) const {
  return Lines(file, errors_, dropped_errors_);
}

std::vector<std::string> Diagnostics::Notes(absl::string_view file) const {
  return Lines(file, notes_, dropped_notes_);
}

absl::Status Diagnostics::ToStatus(absl::string_view file) const {
  if (ok()) return absl::OkStatus();
  const std::size_t count =
      errors_.size() + static_cast<std::size_t>(dropped_errors_);
  return absl::InvalidArgumentError(
      absl::StrCat(file, ": ", count, count == 1 ? " error" : " errors", "\n",
                   absl::StrJoin(Errors(file), "\n")));
}

}  // namespace baton::config
