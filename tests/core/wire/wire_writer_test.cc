// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/wire/wire_writer.h"

#include <limits>

#include "gtest/gtest.h"

namespace baton::core {
namespace {

TEST(WireWriterTest, NewWriterIsEmpty) {
  char buffer[4];
  EXPECT_EQ(WireWriter(buffer).text(), "");
}

TEST(WireWriterTest, JoinsMembersByCommas) {
  char buffer[32];
  WireWriter writer(buffer);
  writer.Number("g", 2);
  writer.Word("w", "timeout");
  writer.Number("h", 15);
  EXPECT_EQ(writer.text(), "g=2,w=timeout,h=15");
}

TEST(WireWriterTest, EmptyWordIsNotWritten) {
  char buffer[32];
  WireWriter writer(buffer);
  writer.Word("k", "");
  writer.Number("g", 0);
  writer.Word("w", "");
  EXPECT_EQ(writer.text(), "g=0");
}

TEST(WireWriterTest, LargestNumberIsWrittenWhole) {
  char buffer[16];
  WireWriter writer(buffer);
  writer.Number("ms", std::numeric_limits<int>::max());
  EXPECT_EQ(writer.text(), "ms=2147483647");
}

TEST(WireWriterTest, FillsItsBufferToTheLastByte) {
  char buffer[7];
  WireWriter writer(buffer);
  writer.Number("g", 2);
  writer.Number("n", 0);
  EXPECT_EQ(writer.text(), "g=2,n=0");
}

TEST(WireWriterTest, MemberThatDoesNotFitIsLeftOut) {
  struct {
    char buffer[6];
    char beyond[8] = "beyond!";
  } memory;
  WireWriter writer(memory.buffer);
  writer.Number("g", 2);
  writer.Number("n", 0);
  writer.Word("w", "unavailable");
  EXPECT_EQ(writer.text(), "g=2");
  EXPECT_STREQ(memory.beyond, "beyond!");
}

}  // namespace
}  // namespace baton::core
