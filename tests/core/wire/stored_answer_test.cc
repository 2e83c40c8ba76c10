// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>

#include "baton/core/wire/stored_answer_codec.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

StoredAnswer Full() {
  StoredAnswer answer;
  answer.code = absl::StatusCode::kFailedPrecondition;
  answer.message = "no money";
  answer.details = std::string("a\0b", 3);
  answer.response = std::string(300, 'x');
  answer.trailers = {{"run", "1"}, {"empty", ""}};
  return answer;
}

TEST(StoredAnswerTest, AnswerSurvivesItsBytes) {
  EXPECT_EQ(DecodeStoredAnswer(EncodeStoredAnswer(Full())), Full());
  EXPECT_EQ(DecodeStoredAnswer(EncodeStoredAnswer({})), StoredAnswer());
}

TEST(StoredAnswerTest, CutBytesAreNoAnswer) {
  StoredAnswer answer = Full();
  answer.trailers.clear();
  const std::string bytes = EncodeStoredAnswer(answer);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_EQ(DecodeStoredAnswer(bytes.substr(0, size)), std::nullopt) << size;
  }
}

TEST(StoredAnswerTest, OtherVersionIsNoAnswer) {
  std::string bytes = EncodeStoredAnswer(Full());
  bytes[0] = 2;
  EXPECT_EQ(DecodeStoredAnswer(bytes), std::nullopt);
}

TEST(StoredAnswerTest, UnknownCodeIsNoAnswer) {
  std::string bytes = EncodeStoredAnswer(Full());
  bytes[1] = 17;
  EXPECT_EQ(DecodeStoredAnswer(bytes), std::nullopt);
}

}  // namespace
}  // namespace baton::core
