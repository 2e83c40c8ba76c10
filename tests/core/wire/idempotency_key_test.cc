// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/idempotency/idempotency_key.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "baton/core/wire/idempotency_key_parser.h"
#include "baton/core/wire/idempotency_key_text.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

std::string ErrorOf(absl::string_view key) {
  return std::string(ValidateIdempotencyKey(key).message());
}

TEST(IdempotencyKeyTest, VisibleCharactersAreValid) {
  EXPECT_TRUE(ValidateIdempotencyKey("order-42").ok());
  EXPECT_TRUE(ValidateIdempotencyKey("\"8e03978e-40d5\"").ok());
  EXPECT_TRUE(ValidateIdempotencyKey(std::string(128, '~')).ok());
}

TEST(IdempotencyKeyTest, ErrorNamesTheProblem) {
  EXPECT_EQ(ErrorOf(""), "idempotency-key: must not be empty");
  EXPECT_EQ(ErrorOf(std::string(129, 'a')),
            "idempotency-key: must have at most 128 bytes, got 129");
  for (const absl::string_view key : {"a b", "a,b", "a\nb", "a\x7f", "a\xc3"}) {
    EXPECT_NE(ErrorOf(key).find("at position 1"), std::string::npos) << key;
  }
}

TEST(IdempotencyKeyTest, ErrorDoesNotShowTheKey) {
  EXPECT_EQ(ErrorOf("secret key").find("secret"), std::string::npos);
}

TEST(IdempotencyKeyTest, AbsentValueIsNoKey) {
  EXPECT_EQ(ParseIdempotencyKey({}).value(), std::nullopt);
}

TEST(IdempotencyKeyTest, OneValueIsTheKey) {
  const absl::string_view value = "a";
  EXPECT_EQ(ParseIdempotencyKey({&value, 1}).value(), "a");
}

TEST(IdempotencyKeyTest, SeveralValuesAreAnError) {
  const std::vector<absl::string_view> values = {"a", "a"};
  EXPECT_EQ(ParseIdempotencyKey(values).status().message(),
            "idempotency-key: must have one value, got 2");
}

TEST(IdempotencyKeyTest, TextContainsAllBits) {
  EXPECT_EQ(EncodeIdempotencyKey({}), std::string(26, '0'));
  std::array<uint8_t, 16> all;
  all.fill(255);
  // The last character holds the last three bits.
  EXPECT_EQ(EncodeIdempotencyKey(all), std::string(25, 'v') + "s");
  for (std::size_t bit = 0; bit < 128; ++bit) {
    std::array<uint8_t, 16> one{};
    one[bit / 8] = static_cast<uint8_t>(0x80U >> (bit % 8));
    const std::string key = EncodeIdempotencyKey(one);
    EXPECT_NE(key[bit / 5], '0') << bit;
    EXPECT_TRUE(ValidateIdempotencyKey(key).ok());
  }
}

}  // namespace
}  // namespace baton::core
