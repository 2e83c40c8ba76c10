// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/request/request_registry.h"

#include <atomic>
#include <memory>

#include "baton/deadline.h"
#include "baton/inbound_grant.h"
#include "baton/rpc/request/request_record.h"
#include "grpc/grpc.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/loopback_server.h"

namespace baton::rpc {
namespace {

std::shared_ptr<RequestRecord> RecordOf(grpc_call* call) {
  return std::make_shared<RequestRecord>(call, InboundGrant(),
                                         Deadline::None());
}

// Runs `use` with the calls of two requests that a server is serving.
template <typename Use>
void WithTwoCalls(Use use) {
  // Sanitizers cannot see synchronization through a socket.
  std::atomic<LoopbackServer*> server{nullptr};
  std::atomic<grpc_call*> outer{nullptr};
  LoopbackServer nested(
      [&](grpc::ServerContext& context, examples::v1::EchoResponse&) {
        if (outer != nullptr) {
          use(outer.load(), context.c_call());
          return grpc::Status::OK;
        }
        outer = context.c_call();
        grpc::ClientContext inner;
        return server.load()->Call(inner);
      });
  server = &nested;
  grpc::ClientContext context;
  EXPECT_TRUE(nested.Call(context).ok());
}

TEST(RequestRegistryTest, FindsOnlyRegisteredRequests) {
  WithTwoCalls([](grpc_call* one, grpc_call* other) {
    EXPECT_EQ(FindRequest(one), nullptr);
    const auto record = RecordOf(one);
    RegisterRequest(record);
    EXPECT_EQ(FindRequest(one), record);
    EXPECT_EQ(FindRequest(other), nullptr);
    EXPECT_EQ(FindRequest(nullptr), nullptr);
    UnregisterRequest(*record);
    EXPECT_EQ(FindRequest(one), nullptr);
  });
}

TEST(RequestRegistryTest, UnregisterIgnoresOtherRecords) {
  WithTwoCalls([](grpc_call* one, grpc_call*) {
    const auto record = RecordOf(one);
    const auto stale = RecordOf(one);
    UnregisterRequest(*stale);
    RegisterRequest(record);
    UnregisterRequest(*stale);
    EXPECT_EQ(FindRequest(one), record);
    UnregisterRequest(*record);
    UnregisterRequest(*record);
    EXPECT_EQ(FindRequest(one), nullptr);
  });
}

TEST(RequestRegistryTest, KeepsRecordsAliveUntilTheyAreUnregistered) {
  WithTwoCalls([](grpc_call* one, grpc_call*) {
    std::weak_ptr<RequestRecord> watched;
    {
      const auto record = RecordOf(one);
      watched = record;
      RegisterRequest(record);
    }
    ASSERT_FALSE(watched.expired());
    UnregisterRequest(*FindRequest(one));
    EXPECT_TRUE(watched.expired());
  });
}

}  // namespace
}  // namespace baton::rpc
