// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Requests of completion-queue servers. Only a scope or a context links their
// calls.

#include "tests/rpc/support/queue_server.h"

#include <memory>
#include <sstream>
#include <tuple>

#include "baton/client.h"
#include "baton/server.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/middle_server.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::ElementsAre;

class QueueServerTest
    : public ::testing::TestWithParam<std::tuple<QueueService, LinkBy>> {
 protected:
  UnaryResult Call(const QueueServer& server) {
    const auto context = NewContext(kPatience);
    context->AddMetadata("retry-budget", "g=1,n=0,h=3");
    return MakeUnaryCall(UnaryForm::kSync, server.NewChannel(), context,
                         RequestOf("x"));
  }

  const QueueService service_ = std::get<0>(GetParam());
  const LinkBy link_ = std::get<1>(GetParam());
  ScriptedServer leaf_;
};

INSTANTIATE_TEST_SUITE_P(
    Services, QueueServerTest,
    ::testing::Combine(
        ::testing::Values(QueueService::kTyped, QueueService::kGeneric),
        ::testing::Values(LinkBy::kThread, LinkBy::kContext, LinkBy::kScope)),
    [](const auto& server) {
      std::ostringstream name;
      name << std::get<0>(server.param) << std::get<1>(server.param);
      return name.str();
    });

TEST_P(QueueServerTest, LinkedCallsUseTheGrantOfTheirRequest) {
  leaf_.Otherwise(Fail(StatusCode::UNAVAILABLE));
  QueueServer server(
      service_,
      Forward(NewBatonChannel(leaf_.address(), QuickOptions()), link_));
  const UnaryResult result = Call(server);
  EXPECT_EQ(result.status.error_code(), StatusCode::UNAVAILABLE);
  // An unlinked call starts a new edge, and the request ignores it.
  const bool tied = link_ != LinkBy::kThread;
  EXPECT_THAT(leaf_.AllAttempts().front().Values("retry-budget"),
              ElementsAre(tied ? "g=0,n=0,h=4" : "g=0,n=0,h=1"));
  EXPECT_EQ(leaf_.attempts(), tied ? 2 : 3);
  EXPECT_THAT(result.Trailers("retry-advice"),
              ElementsAre(tied ? "r=no,w=exhausted,u=1" : "r=ok,u=0"));
}

TEST_P(QueueServerTest, ServesSuccessiveRequests) {
  QueueServer server(
      service_,
      Forward(NewBatonChannel(leaf_.address(), QuickOptions()), link_));
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(Call(server).status.ok());
  EXPECT_EQ(leaf_.attempts(), 3);
}

}  // namespace
}  // namespace baton
