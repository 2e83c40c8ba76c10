// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/context_access.h"

#include <memory>
#include <string>

#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/loopback_server.h"

namespace baton::rpc {
namespace {

TEST(ContextAccessTest, NewContextHasDefaults) {
  grpc::ClientContext context;
  EXPECT_EQ(InitialMetadataFlags(context), 0u);
  EXPECT_EQ(Authority(context), "");
  EXPECT_EQ(ParentOf(context), nullptr);
  EXPECT_TRUE(SendMetadata(context).empty());
  EXPECT_EQ(StoredAuthContext(context), nullptr);
}

TEST(ContextAccessTest, ReadsSettingsOfTheApplication) {
  grpc::ClientContext context;
  context.set_wait_for_ready(false);
  context.set_authority("shop");
  context.AddMetadata("key", "value");
  EXPECT_EQ(InitialMetadataFlags(context),
            uint32_t{GRPC_INITIAL_METADATA_WAIT_FOR_READY_EXPLICITLY_SET});
  context.set_wait_for_ready(true);
  EXPECT_EQ(InitialMetadataFlags(context),
            uint32_t{GRPC_INITIAL_METADATA_WAIT_FOR_READY_EXPLICITLY_SET |
                     GRPC_INITIAL_METADATA_WAIT_FOR_READY});
  EXPECT_EQ(Authority(context), "shop");
  EXPECT_EQ(SendMetadata(context).find("key")->second, "value");
}

TEST(ContextAccessTest, FromServerContextSetsParentAndPropagation) {
  bool same_call = false;
  uint32_t mask = 0;
  LoopbackServer server([&](grpc::ServerContext& context, auto&) {
    const auto derived = grpc::ClientContext::FromServerContext(
        context, grpc::PropagationOptions().disable_deadline_propagation());
    same_call = ParentOf(*derived) == context.c_call();
    mask = PropagationOf(*derived).c_bitmask();
    return grpc::Status::OK;
  });
  grpc::ClientContext context;
  ASSERT_TRUE(server.Call(context).ok());
  EXPECT_TRUE(same_call);
  EXPECT_EQ(
      mask,
      grpc::PropagationOptions().disable_deadline_propagation().c_bitmask());
}

TEST(ContextAccessTest, DebugErrorStringCanBeSet) {
  grpc::ClientContext context;
  SetDebugErrorString(context, "because");
  EXPECT_EQ(context.debug_error_string(), "because");
}

}  // namespace
}  // namespace baton::rpc
