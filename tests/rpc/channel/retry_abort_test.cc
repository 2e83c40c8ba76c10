// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/channel/retry_abort.h"

#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"

namespace baton::rpc {
namespace {

TEST(RetryAbortTest, VersionsBefore182CanBeAborted) {
  for (const char* const version : {"1.51.1", "1.81.1", "0.99", "1.9.0"}) {
    EXPECT_TRUE(CanServerAbortRetriesOf(version)) << version;
  }
  for (const char* const version : {"1.82.0", "1.82.0-pre1", "1.100", "2.0"}) {
    EXPECT_FALSE(CanServerAbortRetriesOf(version)) << version;
  }
}

TEST(RetryAbortTest, UnreadableVersionCountsAsOld) {
  for (const char* const version : {"", "1", "x.y", "1.x"}) {
    EXPECT_TRUE(CanServerAbortRetriesOf(version)) << version;
  }
}

TEST(RetryAbortTest, LinkedVersionIsReadable) {
  EXPECT_EQ(CanServerAbortRetries(), CanServerAbortRetriesOf(grpc::Version()));
  EXPECT_NE(grpc::Version().find('.'), std::string::npos);
}

}  // namespace
}  // namespace baton::rpc
