// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/wire/wire_dictionary.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "tests/support/text.h"

namespace baton::core {
namespace {

using Values = std::vector<absl::string_view>;

// Returns "key=value;" for each member in order, or "refused".
std::string Parsed(const Values& values) {
  std::string seen;
  const bool parsed = ParseWireDictionary(
      values, [&seen](absl::string_view key, absl::string_view value) {
        absl::StrAppend(&seen, key, "=", value, ";");
        return true;
      });
  return parsed ? seen : "refused";
}

TEST(WireDictionaryTest, ReadsValidValues) {
  const std::pair<Values, absl::string_view> kRows[] = {
      {{}, ""},
      {{"g=2"}, "g=2;"},
      {{"g=2,n=0,h=1"}, "g=2;n=0;h=1;"},
      {{"g=2", "n=0"}, "g=2;n=0;"},
      {{"g=2,g=3"}, "g=2;g=3;"},
      {{" g=2 , n=0\t,\th=1 "}, "g=2;n=0;h=1;"},
      {{"longer=word-of_any.sort!~"}, "longer=word-of_any.sort!~;"},
  };
  for (const auto& [values, members] : kRows) {
    EXPECT_EQ(Parsed(values), members) << support::Shown(values);
  }
}

TEST(WireDictionaryTest, RejectsMalformedValues) {
  const Values kRows[] = {
      {""},
      {" "},
      {","},
      {"g"},
      {"="},
      {"g="},
      {"=2"},
      {"g=2,"},
      {",g=2"},
      {"g=2,,n=0"},
      {"g=2;n=0"},  // "2;n" and a second separator
      {"g==2"},
      {"g=2=3"},
      {"g =2"},
      {"g= 2"},
      {"g=2 n=0"},
      {"G=2"},
      {"g2=2"},
      {"g=2\n"},
      {"g=2\r"},
      {"g=\x7f"},
      {"g=\xc3\xa9"},
      {"\xc3\xa9=2"},
      {absl::string_view("g=2\0", 4)},
      {absl::string_view("g\0=2", 4)},
      {"g=2", ""},
      {"g=2", "rubbish"},
  };
  for (const Values& values : kRows) {
    EXPECT_EQ(Parsed(values), "refused") << support::Shown(values);
  }
}

TEST(WireDictionaryTest, ValueIsLimitedToSixtyFourBytes) {
  const std::string longest = "x=" + std::string(62, 'y');
  EXPECT_EQ(Parsed({longest}), longest + ";");
  EXPECT_EQ(Parsed({longest + "y"}), "refused");
  EXPECT_EQ(Parsed({"g=2" + std::string(62, ' ')}), "refused");
}

TEST(WireDictionaryTest, AtMostEightValuesAreRead) {
  EXPECT_EQ(Parsed(Values(8, "g=2")).size(), 8 * 4u);
  EXPECT_EQ(Parsed(Values(9, "g=2")), "refused");
}

TEST(WireDictionaryTest, RejectedMemberStopsTheParser) {
  int seen = 0;
  const absl::string_view values[] = {"a=1,b=2,c=3", "d=4"};
  EXPECT_FALSE(ParseWireDictionary(
      values, [&seen](absl::string_view key, absl::string_view) {
        ++seen;
        return key != "b";
      }));
  EXPECT_EQ(seen, 2);
}

TEST(WireNumberTest, ReadsValidNumbers) {
  const std::pair<absl::string_view, int> kRows[] = {
      {"0", 0}, {"7", 7}, {"15", 15}, {"999999999", 999999999}};
  for (const auto& [text, expected] : kRows) {
    int number = -1;
    EXPECT_TRUE(ParseWireNumber(text, 999999999, &number)) << text;
    EXPECT_EQ(number, expected);
  }
}

TEST(WireNumberTest, RejectedTextKeepsTheNumber) {
  const absl::string_view kRows[] = {"",
                                     "-1",
                                     "+1",
                                     " 1",
                                     "1 ",
                                     "00",
                                     "01",
                                     "0x1",
                                     "1.0",
                                     "1e1",
                                     "one",
                                     "16",
                                     "99",
                                     "4294967297",
                                     "1000000000",
                                     "18446744073709551617",
                                     absl::string_view("1\0", 2)};
  for (const absl::string_view text : kRows) {
    int number = -7;
    EXPECT_FALSE(ParseWireNumber(text, 15, &number)) << text;
    EXPECT_EQ(number, -7) << text;
  }
}

}  // namespace
}  // namespace baton::core
