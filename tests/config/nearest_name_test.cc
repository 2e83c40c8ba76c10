// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/config/syntax/nearest_name.h"

#include <string>

#include "gtest/gtest.h"

namespace baton::config {
namespace {

struct Row {
  const char* name;
  const char* nearest;
};

class NearestNameTable : public ::testing::TestWithParam<Row> {};

TEST_P(NearestNameTable, FindsTheNearestName) {
  EXPECT_EQ(NearestName(GetParam().name,
                        {"max_attempts", "edge_grant", "backoff", "name"}),
            GetParam().nearest);
}

INSTANTIATE_TEST_SUITE_P(Names, NearestNameTable,
                         ::testing::Values(Row{"max_attempt", "max_attempts"},
                                           Row{"maxAttempts", "max_attempts"},
                                           Row{"MAX_ATTEMPTS", "max_attempts"},
                                           Row{"max_atetmpts", "max_attempts"},
                                           Row{"edgegrant", "edge_grant"},
                                           Row{"bakcof", "backoff"},
                                           Row{"nme", "name"},
                                           Row{"jitter", ""}, Row{"x", ""},
                                           Row{"", ""}));

TEST(NearestNameTest, AbsurdlyLongNamesAreNotCompared) {
  EXPECT_EQ(NearestName(std::string(100000, 'a'), {"aaaa"}), "");
}

TEST(NearestNameTest, ReturnsNothingWithoutANearName) {
  EXPECT_EQ(DidYouMean("backof", {"backoff"}), "; did you mean backoff?");
  EXPECT_EQ(DidYouMean("hedge", {"backoff"}), "");
}

}  // namespace
}  // namespace baton::config
