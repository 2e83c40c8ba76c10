// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <sys/resource.h>

#include "gtest/gtest.h"
#include "tests/rpc/support/child_process.h"

namespace baton {
namespace {

TEST(UnlimitedStackTest, AsynchronousCallsDoNotBlockAThreadWithUnlimitedStack) {
  rlimit limit;
  ASSERT_EQ(getrlimit(RLIMIT_STACK, &limit), 0);
  // Unlimited, unless the system limits all stacks.
  limit.rlim_cur = limit.rlim_max;
  ASSERT_EQ(setrlimit(RLIMIT_STACK, &limit), 0);
  EXPECT_EQ(RunToExit({"tests/rpc/client/unlimited_stack_main"}), 0);
}

}  // namespace
}  // namespace baton
