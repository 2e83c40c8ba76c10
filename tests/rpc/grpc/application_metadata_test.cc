// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/application_metadata.h"

#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace baton::rpc {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

class ApplicationMetadataTest : public ::testing::Test {
 protected:
  MetadataChanges::Metadata map_;
  MetadataChanges changes_;
  ApplicationMetadata metadata_{map_, changes_};
};

TEST_F(ApplicationMetadataTest, SetReplacesAllValuesOfTheKey) {
  map_ = {{"key", "1"}, {"key", "2"}, {"other", "3"}};
  metadata_.Set("key", "new");
  EXPECT_THAT(map_,
              UnorderedElementsAre(Pair("key", "new"), Pair("other", "3")));
}

TEST_F(ApplicationMetadataTest, RemoveOfAMissingKeyChangesNothing) {
  metadata_.Remove("key");
  map_ = {{"other", "3"}};
  metadata_.Remove("key");
  EXPECT_THAT(changes_.Undone(map_), ElementsAre(Pair("other", "3")));
}

TEST_F(ApplicationMetadataTest, UndoneHasTheValuesOfTheApplication) {
  const MetadataChanges::Metadata original = {
      {"key", "1"}, {"key", "2"}, {"other", "3"}, {"removed", "4"}};
  map_ = original;
  metadata_.Set("key", "new");
  metadata_.Set("key", "newer");
  metadata_.Set("added", "5");
  metadata_.Remove("removed");
  metadata_.SetTimeout(absl::Seconds(1));
  EXPECT_THAT(map_, UnorderedElementsAre(Pair("key", "newer"),
                                         Pair("added", "5"), Pair("other", "3"),
                                         Pair("grpc-timeout", "1000m")));
  EXPECT_EQ(changes_.Undone(map_), original);
}

TEST_F(ApplicationMetadataTest, EqualValueOfTheApplicationStays) {
  map_ = {{"key", "1"}};
  metadata_.Set("added", "1");
  EXPECT_THAT(changes_.Undone(map_), ElementsAre(Pair("key", "1")));
}

TEST_F(ApplicationMetadataTest, RemovedAdditionIsNotRestored) {
  metadata_.Set("added", "5");
  metadata_.Remove("added");
  EXPECT_THAT(map_, IsEmpty());
  EXPECT_THAT(changes_.Undone(map_), IsEmpty());
}

}  // namespace
}  // namespace baton::rpc
