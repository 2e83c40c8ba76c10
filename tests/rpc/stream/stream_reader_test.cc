// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/stream_reader.h"

#include <cstdint>
#include <string>

#include "baton/core/limits/replay_limit.h"
#include "baton/rpc/stream/stream_effects.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/slice.h"
#include "gtest/gtest.h"

namespace baton::rpc {
namespace {

constexpr std::size_t kSmall = 1 << 10;
constexpr std::size_t kLarge = (16 << 10) + 1;

class StreamReaderTest : public ::testing::Test {
 protected:
  // Returns whether the reader starts to read ahead.
  bool ReadsAhead() {
    StreamEffects effects;
    reader_.Pump(/*probes=*/false, /*ahead=*/true, effects);
    return effects.read;
  }
  void Bring(std::size_t bytes) {
    const grpc::Slice slice(std::string(bytes, 'x'));
    grpc::ByteBuffer message(&slice, 1);
    reader_.OnRead(true, message);
  }

  core::ReplayLimit limit_;
  StreamReader reader_{limit_};
};

TEST_F(StreamReaderTest, ReadsAheadAfterASmallMessage) {
  EXPECT_TRUE(ReadsAhead());
  Bring(kSmall);
  EXPECT_TRUE(ReadsAhead());
}

TEST_F(StreamReaderTest, DoesNotReadAheadAfterALargeMessage) {
  EXPECT_TRUE(ReadsAhead());
  Bring(kLarge);
  EXPECT_FALSE(ReadsAhead());
}

TEST_F(StreamReaderTest, StopsReadingAheadAtTheLimitOfTheProcess) {
  EXPECT_TRUE(limit_.TryReserve(StreamReader::kMostBytesOfProcess - kSmall,
                                StreamReader::kMostBytesOfProcess));
  EXPECT_TRUE(ReadsAhead());
  Bring(kSmall);
  EXPECT_TRUE(ReadsAhead());
  Bring(kSmall);
  EXPECT_FALSE(ReadsAhead());
}

TEST_F(StreamReaderTest, DroppedMessagesLeaveTheLimitOfTheProcess) {
  EXPECT_TRUE(ReadsAhead());
  Bring(kSmall);
  EXPECT_TRUE(ReadsAhead());
  EXPECT_EQ(limit_.bytes_in_use(), int64_t{kSmall});
  reader_.DropMessages();
  EXPECT_EQ(limit_.bytes_in_use(), 0);
}

}  // namespace
}  // namespace baton::rpc
