// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/replay_buffer.h"

#include <string>
#include <vector>

#include "baton/core/limits/replay_limit.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/message_bytes.h"

namespace baton::rpc {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string TextOf(const grpc::ByteBuffer& bytes) {
  std::vector<grpc::Slice> slices;
  EXPECT_TRUE(bytes.Dump(&slices).ok());
  std::string text;
  for (const grpc::Slice& slice : slices) {
    text.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
  }
  return text;
}

class ReplayBufferTest : public ::testing::Test {
 protected:
  bool Add(const std::string& text) {
    grpc::ByteBuffer bytes = ToBytes(text);
    const bool added = buffer_.TryAdd(bytes);
    // The caller keeps a rejected message.
    EXPECT_EQ(bytes.Valid(), !added);
    return added;
  }

  std::vector<std::string> TakeAll() {
    std::vector<std::string> texts;
    while (buffer_.HasNext()) texts.push_back(TextOf(buffer_.TakeNext()));
    return texts;
  }

  static constexpr int64_t kOverhead = ReplayBuffer::kKeptOverhead;

  core::ReplayLimit limit_;
  ReplayBuffer buffer_{limit_, 10 + 4 * kOverhead, 1000};
};

TEST_F(ReplayBufferTest, EveryAttemptGetsTheSameMessages) {
  EXPECT_TRUE(Add("ab"));
  EXPECT_TRUE(Add("c"));
  EXPECT_THAT(TakeAll(), ElementsAre("ab", "c"));
  EXPECT_TRUE(Add("d"));
  EXPECT_THAT(TakeAll(), ElementsAre("d"));
  buffer_.Rewind();
  EXPECT_THAT(TakeAll(), ElementsAre("ab", "c", "d"));
  EXPECT_EQ(limit_.bytes_in_use(), 4 + 3 * kOverhead);
}

TEST_F(ReplayBufferTest, RejectedMessageLeavesTheBufferUnchanged) {
  EXPECT_TRUE(Add("12345678"));
  EXPECT_FALSE(Add(std::string(3 + 3 * kOverhead, 'x')));
  EXPECT_THAT(TakeAll(), ElementsAre("12345678"));
  EXPECT_EQ(buffer_.bytes_kept(), 8 + kOverhead);
}

// A stream of empty messages must not grow without limit.
TEST_F(ReplayBufferTest, EmptyMessagesCountTowardsTheLimit) {
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(Add("")) << i;
  EXPECT_FALSE(Add(""));
  EXPECT_EQ(buffer_.bytes_waiting(), 4 * ReplayBuffer::kWaitingOverhead);
  EXPECT_THAT(TakeAll(), ElementsAre("", "", "", ""));
  EXPECT_EQ(buffer_.bytes_waiting(), 0);
  buffer_.Rewind();
  EXPECT_EQ(buffer_.bytes_waiting(), 4 * ReplayBuffer::kWaitingOverhead);
}

TEST_F(ReplayBufferTest, KeepsMessagesInSeveralPieces) {
  const grpc::Slice pieces[] = {grpc::Slice("ab"), grpc::Slice("cd"),
                                grpc::Slice("e")};
  grpc::ByteBuffer bytes(pieces, 3);
  EXPECT_TRUE(buffer_.TryAdd(bytes));
  EXPECT_THAT(TakeAll(), ElementsAre("abcde"));
  buffer_.Rewind();
  buffer_.StopKeeping();
  EXPECT_THAT(TakeAll(), ElementsAre("abcde"));
}

TEST_F(ReplayBufferTest, KeepsOnlyUnsentMessagesAfterCommit) {
  EXPECT_TRUE(Add("a"));
  EXPECT_TRUE(Add("b"));
  EXPECT_EQ(TextOf(buffer_.TakeNext()), "a");
  buffer_.StopKeeping();
  EXPECT_EQ(limit_.bytes_in_use(), 0);
  EXPECT_THAT(TakeAll(), ElementsAre("b"));
  EXPECT_THAT(TakeAll(), IsEmpty());
}

TEST_F(ReplayBufferTest, AcceptsMessagesOfAnySizeAfterCommit) {
  buffer_.StopKeeping();
  EXPECT_TRUE(Add(std::string(1000, 'x')));
  EXPECT_EQ(limit_.bytes_in_use(), 0);
  EXPECT_EQ(buffer_.TakeNext().Length(), 1000u);
  EXPECT_FALSE(buffer_.HasNext());
}

TEST_F(ReplayBufferTest, LastMessageIsKnownAfterTheEndOfWrites) {
  EXPECT_TRUE(Add("a"));
  EXPECT_TRUE(Add("b"));
  EXPECT_FALSE(buffer_.NextIsLast());
  buffer_.Close();
  EXPECT_FALSE(buffer_.NextIsLast());
  buffer_.TakeNext();
  EXPECT_TRUE(buffer_.NextIsLast());
  buffer_.TakeNext();
  EXPECT_FALSE(buffer_.NextIsLast());
}

}  // namespace
}  // namespace baton::rpc
