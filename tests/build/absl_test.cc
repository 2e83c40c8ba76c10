// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "absl/container/flat_hash_map.h"
#include "absl/random/random.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace {

using ::testing::Pair;
using ::testing::UnorderedElementsAre;

TEST(AbslTest, EachLibraryLinks) {
  absl::flat_hash_map<std::string, int> map = {{absl::StrCat("a", 1), 1}};
  EXPECT_THAT(map, UnorderedElementsAre(Pair("a1", 1)));

  absl::BitGen gen;
  EXPECT_EQ(absl::Uniform(gen, 3, 4), 3);

  absl::StatusOr<int> error = absl::NotFoundError("gone");
  EXPECT_TRUE(absl::IsNotFound(error.status()));

  EXPECT_EQ(absl::StrFormat("%03d", 7), "007");
  EXPECT_EQ(absl::FormatDuration(absl::Milliseconds(1500)), "1.5s");
}

}  // namespace
