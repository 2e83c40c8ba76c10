// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/retry_budget_header.h"

#include <limits>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "baton/core/wire/retry_budget_codec.h"
#include "baton/inbound_grant.h"
#include "gtest/gtest.h"
#include "tests/support/text.h"

namespace baton::core {
namespace {

using Kind = RetryBudgetHeader::Kind;
using Reason = RetryBudgetHeader::Reason;
using Values = std::vector<absl::string_view>;

std::string Encoded(const RetryBudgetHeader& header) {
  char buffer[kRetryBudgetBytes];
  return std::string(EncodeRetryBudget(header, buffer));
}

TEST(RetryBudgetHeaderTest, EncodesEveryField) {
  const struct {
    RetryBudgetHeader header;
    absl::string_view value;
  } kRows[] = {
      {{}, "g=0,n=0,h=0"},
      {{2, 0, 1}, "g=2,n=0,h=1"},
      {{9, 9, 15}, "g=9,n=9,h=15"},
      {{1, 1, 3, Kind::kRetry, Reason::kUnavailable},
       "g=1,n=1,h=3,k=r,w=unavailable"},
      {{0, 2, 0, Kind::kRetry, Reason::kTimeout}, "g=0,n=2,h=0,k=r,w=timeout"},
      {{0, 2, 0, Kind::kRetry, Reason::kThrottled},
       "g=0,n=2,h=0,k=r,w=throttled"},
      {{0, 2, 0, Kind::kRetry, Reason::kRefused}, "g=0,n=2,h=0,k=r,w=refused"},
      {{0, 1, 0, Kind::kHedge}, "g=0,n=1,h=0,k=h"},
      // A value out of range is clamped.
      {{10, 10, 16}, "g=9,n=9,h=15"},
      {{-1, -1, -1}, "g=0,n=0,h=0"},
      {{std::numeric_limits<int>::max(), std::numeric_limits<int>::min(), 0},
       "g=9,n=0,h=0"},
  };
  for (const auto& row : kRows) EXPECT_EQ(Encoded(row.header), row.value);
}

TEST(RetryBudgetHeaderTest, DecodesValidValues) {
  const std::string padded = "g=3,x=" + std::string(58, 'y');
  ASSERT_EQ(padded.size(), 64u);
  const struct {
    Values values;
    RetryBudgetHeader header;
  } kRows[] = {
      {{"g=2,n=0,h=1"}, {2, 0, 1}},
      {{"h=1,g=2,n=0"}, {2, 0, 1}},
      {{"g=2"}, {2, 0, 0}},
      {{"g=0"}, {0, 0, 0}},
      {{"g=9,n=9,h=14"}, {9, 9, 14}},
      {{" g=2 , n=1 "}, {2, 1, 0}},
      {{"g=2,k=r,w=timeout"}, {2, 0, 0, Kind::kRetry, Reason::kTimeout}},
      {{"g=2,k=h"}, {2, 0, 0, Kind::kHedge}},
      {{padded}, {3, 0, 0}},
      // A later version may add keys.
      {{"g=2,z=99,later=yes"}, {2, 0, 0}},
      {{"g=2,k=x,w=bored"}, {2, 0, 0}},
      {{"g=2,k=R"}, {2, 0, 0}},
      // With two values, or two that a proxy joined, the smallest grant and the
      // largest counts apply.
      {{"g=2,n=0,h=1", "g=1,n=2,h=3"}, {1, 2, 3}},
      {{"g=1,n=2,h=3, g=2,n=0,h=1"}, {1, 2, 3}},
      {{"g=9,g=0"}, {0, 0, 0}},
      {{"n=1", "g=2"}, {2, 1, 0}},
      {Values(8, "g=2"), {2, 0, 0}},
  };
  for (const auto& row : kRows) {
    const DecodedRetryBudget decoded = DecodeRetryBudget(row.values);
    EXPECT_EQ(decoded.verdict, HeaderVerdict::kOk)
        << support::Shown(row.values);
    EXPECT_TRUE(decoded.header == row.header)
        << support::Shown(row.values) << " is " << Encoded(decoded.header);
  }
}

TEST(RetryBudgetHeaderTest, AbsentHeaderIsNotMalformed) {
  const DecodedRetryBudget decoded = DecodeRetryBudget({});
  EXPECT_EQ(decoded.verdict, HeaderVerdict::kAbsent);
  EXPECT_TRUE(decoded.header == RetryBudgetHeader());
}

TEST(RetryBudgetHeaderTest, RejectsMalformedValues) {
  const std::string too_long = "g=3,x=" + std::string(59, 'y');
  ASSERT_EQ(too_long.size(), 65u);
  const Values kRows[] = {
      {""},
      {"2"},
      {"g"},
      {"g="},
      {"n=0,h=1"},  // no explicit grant
      {"g=10"},
      {"g=-1"},
      {"g=+1"},
      {"g=02"},
      {"g=2.0"},
      {"g=0x2"},
      {"g=two"},
      {"g=4294967298"},
      {"g=18446744073709551618"},
      {"g=2,n=10"},
      {"g=2,n=-1"},
      {"g=2,h=16"},
      {"g=2,h=015"},
      {"g=2,h=1e1"},
      {"G=2"},
      {"g=2;n=0"},
      {"g = 2"},
      {"g=2,"},
      {"g=\"2\""},
      {absl::string_view("g=2\0", 4)},
      {absl::string_view("\0g=2", 4)},
      {"g=\xef\xbc\x92"},  // FULLWIDTH DIGIT TWO
      {"g=2,w=d\xc3\xa9"
       "bord\xc3\xa9"},
      {too_long},
      // A malformed value makes all values invalid.
      {"g=2", "g=ten"},
      {"", "g=2"},
      Values(9, "g=2"),
  };
  for (const Values& values : kRows) {
    const DecodedRetryBudget decoded = DecodeRetryBudget(values);
    EXPECT_EQ(decoded.verdict, HeaderVerdict::kMalformed)
        << support::Shown(values);
    EXPECT_TRUE(decoded.header == RetryBudgetHeader())
        << support::Shown(values);
  }
}

TEST(RetryBudgetHeaderTest, FifteenHopsAreALoopWithoutAGrant) {
  const absl::string_view value = "g=9,n=1,h=15";
  const DecodedRetryBudget decoded = DecodeRetryBudget({&value, 1});
  EXPECT_EQ(decoded.verdict, HeaderVerdict::kLooped);
  EXPECT_TRUE(decoded.header == (RetryBudgetHeader{0, 1, 15}));
}

TEST(RetryBudgetHeaderTest, EveryHeaderRoundTrips) {
  for (int grant = 0; grant <= kMaxGrant; ++grant) {
    for (int attempts = 0; attempts <= kMaxWireAttempts; ++attempts) {
      for (int hop = 0; hop < kMaxHops; ++hop) {
        for (const Kind kind : {Kind::kFirst, Kind::kRetry, Kind::kHedge}) {
          for (const Reason reason :
               {Reason::kUnspecified, Reason::kUnavailable, Reason::kTimeout,
                Reason::kThrottled, Reason::kRefused}) {
            const RetryBudgetHeader header{grant, attempts, hop, kind, reason};
            const std::string encoded = Encoded(header);
            const absl::string_view value = encoded;
            const DecodedRetryBudget decoded = DecodeRetryBudget({&value, 1});
            ASSERT_EQ(decoded.verdict, HeaderVerdict::kOk) << value;
            ASSERT_TRUE(decoded.header == header) << value;
          }
        }
      }
    }
  }
}

TEST(RetryBudgetHeaderTest, VerdictNamesMatchTheCounters) {
  EXPECT_EQ(ToString(HeaderVerdict::kOk), "ok");
  EXPECT_EQ(ToString(HeaderVerdict::kAbsent), "absent");
  EXPECT_EQ(ToString(HeaderVerdict::kMalformed), "malformed");
  EXPECT_EQ(ToString(HeaderVerdict::kLooped), "looped");
}

}  // namespace
}  // namespace baton::core
