// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/pushback.h"

#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/core/wire/pushback_parser.h"
#include "gtest/gtest.h"
#include "tests/support/text.h"

namespace baton::core {
namespace {

using Values = std::vector<absl::string_view>;

TEST(PushbackTest, AbsentValueIsNoPushback) {
  EXPECT_EQ(ParsePushback({}), Pushback::None());
}

TEST(PushbackTest, DecodesValidValues) {
  const struct {
    Values values;
    absl::Duration wait;
  } kRows[] = {
      {{"0"}, absl::ZeroDuration()},
      {{"1"}, absl::Milliseconds(1)},
      {{"007"}, absl::Milliseconds(7)},
      {{"0000000000"}, absl::ZeroDuration()},
      {{"250"}, absl::Milliseconds(250)},
      {{"2147483647"}, absl::Milliseconds(2147483647)},
      // The strictest of several values is the longest wait, at any position.
      {{"10", "300", "20"}, absl::Milliseconds(300)},
      {{"300", "0"}, absl::Milliseconds(300)},
  };
  for (const auto& row : kRows) {
    EXPECT_EQ(ParsePushback(row.values), Pushback::After(row.wait))
        << support::Shown(row.values);
  }
}

TEST(PushbackTest, NegativeAndUnreadableMeanNever) {
  const Values kRows[] = {
      {"-1"},
      {"-0"},
      {"-2147483648"},
      {""},
      {" "},
      {" 5"},
      {"5 "},
      {"+5"},
      {"5ms"},
      {"1.5"},
      {"1e3"},
      {"0x10"},
      {"1,2"},
      {"never"},
      {"2147483648"},
      {"9999999999"},
      {"00000000005"},  // eleven digits
      {"99999999999999999999"},
      {absl::string_view("5\0", 2)},
      {absl::string_view("\0", 1)},
      {"\xd9\xa5"},      // ARABIC-INDIC DIGIT FIVE
      {"\xef\xbc\x95"},  // FULLWIDTH DIGIT FIVE
      // A value that forbids retries outweighs all others, in either order.
      {"5", "-1"},
      {"-1", "5"},
      {"5", ""},
  };
  for (const Values& values : kRows) {
    EXPECT_EQ(ParsePushback(values), Pushback::Never())
        << support::Shown(values);
  }
}

}  // namespace
}  // namespace baton::core
