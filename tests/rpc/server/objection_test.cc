// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// A handler that calls two services. Both fail with the same code, and only one
// of them advises against a retry.

#include <functional>
#include <memory>
#include <string>
#include <vector>

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
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A server whose handler always fails. `objects`: it advises against a retry.
std::unique_ptr<MiddleServer> NewFailingServer(bool objects) {
  return std::make_unique<MiddleServer>(
      MiddleServer::Handler([objects](grpc::ServerContext&) {
        if (objects) RequestScope::Current().DoNotRetry();
        return grpc::Status(StatusCode::UNAVAILABLE, "no");
      }));
}

class ObjectionTest : public ::testing::Test {
 protected:
  // Starts the shop. Its handler makes these calls, one after the other, and
  // ignores each failure except the last one.
  void StartShop(const std::vector<const MiddleServer*>& callees) {
    std::vector<MiddleServer::Handler> calls;
    for (const MiddleServer* callee : callees) {
      calls.push_back(Forward(NewBatonChannel(callee->address(), options_),
                              LinkBy::kThread));
    }
    shop_ = std::make_unique<MiddleServer>(
        MiddleServer::Handler([calls](grpc::ServerContext& context) {
          grpc::Status status;
          for (const MiddleServer::Handler& call : calls) {
            status = call(context);
          }
          return status;
        }));
  }

  // Sends a request with this grant. With 0, the shop may not retry. Returns
  // the trailers of the response with this key.
  std::vector<std::string> Trailers(const std::string& key,
                                    const std::string& grant = "0") {
    const auto context = NewContext(kPatience);
    context->AddMetadata("retry-budget", "g=" + grant + ",n=0,h=1");
    const UnaryResult result = MakeUnaryCall(
        UnaryForm::kCqFinish, shop_->NewChannel(), context, RequestOf("x"));
    EXPECT_EQ(result.status.error_code(), StatusCode::UNAVAILABLE);
    return result.Trailers(key);
  }

  const std::unique_ptr<MiddleServer> ads_ = NewFailingServer(true);
  const std::unique_ptr<MiddleServer> stock_ = NewFailingServer(false);
  ClientOptions options_ = QuickOptions();  // of the shop
  std::unique_ptr<MiddleServer> shop_;
};

TEST_F(ObjectionTest, LaterFailureWithoutObjectionReplacesTheObjection) {
  StartShop({ads_.get(), stock_.get()});
  EXPECT_THAT(Trailers("retry-advice"), ElementsAre(HasSubstr("r=ok")));
  EXPECT_THAT(Trailers("grpc-retry-pushback-ms"), IsEmpty());
}

TEST_F(ObjectionTest, LaterFailureWithObjectionCounts) {
  StartShop({stock_.get(), ads_.get()});
  EXPECT_THAT(Trailers("retry-advice"), ElementsAre(HasSubstr("r=no,w=app")));
  EXPECT_THAT(Trailers("grpc-retry-pushback-ms"), ElementsAre("-1"));
}

TEST_F(ObjectionTest, CallerRetriesAfterAHandlerHasRecoveredFromTheObjection) {
  StartShop({ads_.get(), stock_.get()});
  ClientOptions options = QuickOptions();
  const auto channel = NewBatonChannel(shop_->address(), options);
  const auto context = NewContext(kPatience);
  MakeUnaryCall(UnaryForm::kSync, channel, context, RequestOf("x"));
  EXPECT_EQ(GetCallReport(*context)->attempts.size(), 3u);
}

TEST_F(ObjectionTest, OpenRetryBreakerObjects) {
  options_.policy.retry_breaker.enabled = true;
  StartShop({stock_.get()});
  for (int i = 0; i < 10; ++i) Trailers("retry-advice", "2");
  EXPECT_THAT(Trailers("retry-advice", "2"),
              ElementsAre(HasSubstr("r=no,w=overload")));
}

TEST_F(ObjectionTest, DryRunDoesNotObject) {
  options_.policy.retry_breaker.enabled = true;
  options_.policy.everything().mode = Mode::kObserve;
  StartShop({stock_.get()});
  for (int i = 0; i < 20; ++i) {
    EXPECT_THAT(Trailers("retry-advice", "2"), ElementsAre(HasSubstr("r=ok")));
    EXPECT_THAT(Trailers("grpc-retry-pushback-ms", "2"), IsEmpty());
  }
}

TEST_F(ObjectionTest, DryRunPassesOnWhatTheServerAdvised) {
  options_.policy.everything().mode = Mode::kObserve;
  StartShop({ads_.get()});
  EXPECT_THAT(Trailers("retry-advice", "2"),
              ElementsAre(HasSubstr("r=no,w=app")));
}

}  // namespace
}  // namespace baton
