// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/interception.h"

#include <memory>
#include <utility>
#include <vector>

#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/loopback_server.h"

namespace baton::rpc {
namespace {

class Counting final : public Interceptor {
 public:
  explicit Counting(int& sends) : sends_(sends) {}
  void Intercept(InterceptorBatchMethods* methods) override {
    if (methods->QueryInterceptionHookPoint(Hook::PRE_SEND_INITIAL_METADATA)) {
      ++sends_;
    }
    methods->Proceed();
  }

 private:
  int& sends_;
};

class CountingFactory final : public ClientInterceptorFactoryInterface {
 public:
  explicit CountingFactory(int& sends) : sends_(sends) {}
  Interceptor* CreateClientInterceptor(ClientRpcInfo*) override {
    return new Counting(sends_);
  }

 private:
  int& sends_;
};

TEST(InterceptionTest, AliasesNameGrpcTypes) {
  LoopbackServer server(
      [](grpc::ServerContext&, auto&) { return grpc::Status::OK; });
  int sends = 0;
  std::vector<std::unique_ptr<ClientInterceptorFactoryInterface>> factories;
  factories.push_back(std::make_unique<CountingFactory>(sends));
  const auto channel = grpc::experimental::CreateCustomChannelWithInterceptors(
      server.target(), grpc::InsecureChannelCredentials(), {},
      std::move(factories));
  grpc::ClientContext context;
  EXPECT_TRUE(CallOn(channel, context).ok());
  EXPECT_EQ(sends, 1);
}

}  // namespace
}  // namespace baton::rpc
