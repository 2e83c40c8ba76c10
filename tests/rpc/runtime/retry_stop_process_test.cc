// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// A process that starts with the variable BATON_STOP_ALL_RETRIES.

#include <cstdlib>

#include "baton/client.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

TEST(RetryStopProcessTest, ProcessWithTheVariableMakesNoRetry) {
  ASSERT_EQ(setenv("BATON_STOP_ALL_RETRIES", "1", 1), 0);
  ScriptedServer server;
  server.Otherwise(Fail(grpc::StatusCode::UNAVAILABLE));
  const auto channel = NewBatonChannel(server.address(), QuickOptions());
  const auto context = NewContext(kPatience);
  EXPECT_FALSE(MakeUnaryCall(UnaryForm::kSync, channel, context, RequestOf("x"))
                   .status.ok());
  EXPECT_EQ(server.attempts(), 1);
  EXPECT_EQ(GetCallReport(*context)->stop_reason,
            StopReason::kAllRetriesStopped);
}

}  // namespace
}  // namespace baton
