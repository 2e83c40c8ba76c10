// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/recent_entities.h"

#include <string>

#include "absl/time/time.h"
#include "baton/monotonic_time.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

constexpr absl::Duration kMemory = absl::Seconds(2);

class RecentEntitiesTest : public ::testing::Test {
 protected:
  bool Knows(const std::string& entity) const {
    return entities_.MissingUntil(entity, now_).has_value();
  }

  MonotonicTime now_ = MonotonicTime() + absl::Hours(1);
  RecentEntities entities_{kMemory, 3};
};

TEST_F(RecentEntitiesTest, EntityIsKnownForTheGivenTime) {
  EXPECT_FALSE(Knows("a"));
  entities_.Note("a", now_);
  EXPECT_EQ(entities_.MissingUntil("a", now_), now_ + kMemory);
  now_ = now_ + kMemory;
  EXPECT_FALSE(Knows("a"));
}

TEST_F(RecentEntitiesTest, OldestEntityIsForgottenFirst) {
  for (const char* entity : {"a", "b", "c", "d"}) entities_.Note(entity, now_);
  EXPECT_FALSE(Knows("a"));
  EXPECT_TRUE(Knows("b"));
  EXPECT_TRUE(Knows("d"));
}

TEST_F(RecentEntitiesTest, ExpiredEntitiesUseNoRoom) {
  for (const char* entity : {"a", "b", "c"}) entities_.Note(entity, now_);
  now_ = now_ + kMemory;
  for (const char* entity : {"d", "e", "f"}) entities_.Note(entity, now_);
  EXPECT_TRUE(Knows("d"));
}

TEST_F(RecentEntitiesTest, EntityThatIsCreatedAgainIsKnownFromThenOn) {
  entities_.Note("a", now_);
  now_ = now_ + kMemory / 2;
  entities_.Note("a", now_);
  now_ = now_ + kMemory / 2;
  entities_.Note("b", now_);  // Drops the first entry of "a".
  EXPECT_TRUE(Knows("a"));
}

TEST_F(RecentEntitiesTest, ForgottenEntityIsUnknown) {
  entities_.Note("a", now_);
  entities_.Forget("a");
  entities_.Forget("never known");
  EXPECT_FALSE(Knows("a"));
}

}  // namespace
}  // namespace baton::core
