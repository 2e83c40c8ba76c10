// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_RECENT_ENTITIES_H_
#define BATON_CORE_LIMITS_RECENT_ENTITIES_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/monotonic_time.h"

namespace baton::core {

// The entities that this process has created a moment ago. Its memory is
// bounded: it keeps a hash of 8 bytes for each entity, and forgets the oldest
// entity if there are too many. Two entities with the same hash count as one.
// Owned by the tracker. Not thread-safe.
class RecentEntities {
 public:
  // Remembers an entity for `memory`, and at most `max_entities` of them.
  RecentEntities(absl::Duration memory, std::size_t max_entities)
      : memory_(memory), max_entities_(max_entities) {}

  // Remembers that the entity was created at `now`. Time never goes back.
  void Note(absl::string_view entity, MonotonicTime now);
  // Forgets the entity, for example because it was deleted.
  void Forget(absl::string_view entity);
  // Returns until when the entity may still be missing on some replica. Returns
  // nullopt if it is no recent entity.
  std::optional<MonotonicTime> MissingUntil(absl::string_view entity,
                                            MonotonicTime now) const;

 private:
  struct Entry {
    uint64_t hash;
    MonotonicTime until;
  };

  void DropOldest();

  const absl::Duration memory_;
  const std::size_t max_entities_;
  std::deque<Entry> by_age_;  // the oldest entry is the first
  std::unordered_map<uint64_t, MonotonicTime> until_;  // by hash
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_RECENT_ENTITIES_H_
