// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// A hostile server ends streams without `grpc-status`. The calls run in a child
// process, because gRPC's own retries abort it.

#include <sys/wait.h>

#include <csignal>

#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/child_process.h"

namespace baton {
namespace {

constexpr char kProgram[] = "tests/rpc/client/external_survival_main";

TEST(ExternalSurvivalTest,
     CallsFailWithUnknownIfAServerEndsStreamsWithoutStatus) {
  EXPECT_EQ(RunToExit({kProgram, "external"}), 0);
}

// Shows that the attack is real.
TEST(ExternalSurvivalTest, TransparentRetriesOfGrpcAbortTheProcess) {
  if (grpc::Version() != "1.51.1") return;
  for (const char* const channel : {"bare", "transparent"}) {
    const int status = RunToExit({kProgram, channel});
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT)
        << channel << ": " << status;
  }
}

}  // namespace
}  // namespace baton
