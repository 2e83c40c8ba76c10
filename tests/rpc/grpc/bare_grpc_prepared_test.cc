// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/prepared_call.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/unary_form.h"

namespace baton {
namespace {

class BareGrpcPreparedTest : public ::testing::TestWithParam<UnaryForm> {
 protected:
  ScriptedServer server_;
};

INSTANTIATE_TEST_SUITE_P(Forms, BareGrpcPreparedTest,
                         ::testing::ValuesIn(PreparedUnaryForms()), NameOfForm);

TEST_P(BareGrpcPreparedTest, UnstartedCallReachesNoServer) {
  PrepareUnaryCallAndDrop(GetParam(), server_.NewChannel(), NewContext(),
                          RequestOf("hello"));
  server_.Stop();
  EXPECT_EQ(server_.attempts(), 0);
}

TEST_P(BareGrpcPreparedTest, UnstartedCallCanBeCancelled) {
  auto context = NewContext();
  context->TryCancel();
  PrepareUnaryCallAndDrop(GetParam(), server_.NewChannel(), context,
                          RequestOf("hello"));
  context->TryCancel();
}

}  // namespace
}  // namespace baton
