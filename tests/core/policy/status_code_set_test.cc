// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/policy/status_code_set.h"

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "tests/support/all_codes.h"

namespace baton::core {
namespace {

using absl::StatusCode;

TEST(StatusCodeSetTest, DefaultHoldsNoCode) {
  EXPECT_TRUE(StatusCodeSet().empty());
  for (const StatusCode code : support::kAllCodes) {
    EXPECT_FALSE(StatusCodeSet().Contains(code)) << code;
  }
}

TEST(StatusCodeSetTest, HoldsEachCodeAloneAndNoOther) {
  for (const StatusCode member : support::kAllCodes) {
    const StatusCodeSet set = {member};
    EXPECT_FALSE(set.empty()) << member;
    for (const StatusCode code : support::kAllCodes) {
      EXPECT_EQ(set.Contains(code), code == member) << member << " " << code;
    }
  }
}

TEST(StatusCodeSetTest, CodesOutsideTheCanonicalRangeAreNeverMembers) {
  for (const int number : {-1, 17, 31, 32, 64, 1 << 20}) {
    const auto odd = static_cast<StatusCode>(number);
    StatusCodeSet set;
    set.Add(odd);
    EXPECT_TRUE(set.empty()) << number;
    EXPECT_FALSE(StatusCodeSet({StatusCode::kOk}).Contains(odd)) << number;
  }
}

TEST(StatusCodeSetTest, SetsWithTheSameCodesAreEqual) {
  const StatusCodeSet ab = {StatusCode::kUnavailable, StatusCode::kAborted};
  const StatusCodeSet ba = {StatusCode::kAborted, StatusCode::kUnavailable,
                            StatusCode::kAborted};
  EXPECT_TRUE(ab == ba);
  EXPECT_TRUE(ab != StatusCodeSet({StatusCode::kAborted}));
}

TEST(StatusCodeSetTest, TextIsInNumericOrder) {
  EXPECT_EQ(StatusCodeSet().ToString(), "none");
  EXPECT_EQ(StatusCodeSet({StatusCode::kUnavailable, StatusCode::kAborted})
                .ToString(),
            "ABORTED, UNAVAILABLE");
}

TEST(StatusCodeSetTest, WorksAtCompileTime) {
  constexpr StatusCodeSet kSet = {StatusCode::kInternal};
  static_assert(kSet.Contains(StatusCode::kInternal), "");
  static_assert(!kSet.Contains(StatusCode::kOk), "");
}

}  // namespace
}  // namespace baton::core
