// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/recent_entities.h"

#include <functional>
#include <string_view>

namespace baton::core {
namespace {

// A client that provokes a collision only makes a read of its own missing
// entity slower.
uint64_t HashOf(absl::string_view text) {
  const std::string_view name(text.data(), text.size());
  return std::hash<std::string_view>()(name);
}

}  // namespace

void RecentEntities::Note(absl::string_view entity, MonotonicTime now) {
  while (!by_age_.empty() && by_age_.front().until <= now) DropOldest();
  if (by_age_.size() >= max_entities_) DropOldest();
  const Entry entry{HashOf(entity), now + memory_};
  by_age_.push_back(entry);
  until_[entry.hash] = entry.until;
}

void RecentEntities::Forget(absl::string_view entity) {
  until_.erase(HashOf(entity));
}

std::optional<MonotonicTime> RecentEntities::MissingUntil(
    absl::string_view entity, MonotonicTime now) const {
  const auto found = until_.find(HashOf(entity));
  if (found == until_.end() || found->second <= now) return std::nullopt;
  return found->second;
}

void RecentEntities::DropOldest() {
  const Entry oldest = by_age_.front();
  by_age_.pop_front();
  const auto found = until_.find(oldest.hash);
  // The entity may have been created again since.
  if (found != until_.end() && found->second == oldest.until) {
    until_.erase(found);
  }
}

}  // namespace baton::core
