// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Interceptors of the application together with Baton's.

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "baton/client.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "grpcpp/support/client_interceptor.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/calls/unary_result.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::grpc::experimental::ClientInterceptorFactoryInterface;
using ::grpc::experimental::ClientRpcInfo;
using ::grpc::experimental::InterceptionHookPoints;
using ::grpc::experimental::Interceptor;
using ::grpc::experimental::InterceptorBatchMethods;
using ::testing::ElementsAre;
using ::testing::ValuesIn;

// The events of the interceptors, in order.
class Sightings {
 public:
  // Returns the number of events.
  std::size_t Add(std::string text) {
    std::lock_guard<std::mutex> lock(mutex_);
    texts_.push_back(std::move(text));
    return texts_.size();
  }

  std::vector<std::string> All() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return texts_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> texts_;
};

// Records the header of a call and its final code, and numbers the calls for
// the server.
class NotingInterceptor final : public Interceptor {
 public:
  NotingInterceptor(Sightings& sent, Sightings& ended)
      : sent_(sent), ended_(ended) {}

  void Intercept(InterceptorBatchMethods* batch) override {
    if (batch->QueryInterceptionHookPoint(
            InterceptionHookPoints::PRE_SEND_INITIAL_METADATA)) {
      auto& metadata = *batch->GetSendInitialMetadata();
      const auto budget = metadata.find("retry-budget");
      const std::size_t number =
          sent_.Add(budget == metadata.end() ? "none" : budget->second);
      metadata.emplace("x-user", std::to_string(number));
    }
    if (batch->QueryInterceptionHookPoint(
            InterceptionHookPoints::POST_RECV_STATUS)) {
      ended_.Add(std::to_string(batch->GetRecvStatus()->error_code()));
    }
    batch->Proceed();
  }

 private:
  Sightings& sent_;
  Sightings& ended_;
};

class NotingFactory final : public ClientInterceptorFactoryInterface {
 public:
  NotingFactory(Sightings& sent, Sightings& ended)
      : sent_(sent), ended_(ended) {}

  Interceptor* CreateClientInterceptor(ClientRpcInfo* /*info*/) override {
    return new NotingInterceptor(sent_, ended_);
  }

 private:
  Sightings& sent_;
  Sightings& ended_;
};

// Creates no interceptors.
class AbsentFactory final : public ClientInterceptorFactoryInterface {
 public:
  Interceptor* CreateClientInterceptor(ClientRpcInfo* /*info*/) override {
    return nullptr;
  }
};

class UserInterceptorsTest : public ::testing::TestWithParam<UnaryForm> {
 protected:
  std::unique_ptr<ClientInterceptorFactoryInterface> Noting() {
    return std::make_unique<NotingFactory>(sent_, ended_);
  }

  // A channel that the application builds itself: interceptors before Baton,
  // Baton, interceptors after Baton.
  std::shared_ptr<grpc::Channel> NewChannel(ClientInterceptorFactories before,
                                            ClientInterceptorFactories after) {
    ClientOptions options = QuickOptions();
    auto ours = *ClientInterceptors(server_.address(), options);
    for (auto* factories : {&ours, &after}) {
      for (auto& factory : *factories) before.push_back(std::move(factory));
    }
    grpc::ChannelArguments arguments;
    ConfigureCoreRetries(CoreRetries::kTransparentOnly, &arguments);
    return grpc::experimental::CreateCustomChannelWithInterceptors(
        server_.address(), grpc::InsecureChannelCredentials(), arguments,
        std::move(before));
  }

  UnaryResult Call(const std::shared_ptr<grpc::Channel>& channel) {
    return MakeUnaryCall(GetParam(), channel, NewContext(kPatience),
                         RequestOf("hello"));
  }

  // The values that the application's interceptor added to the attempts.
  std::vector<std::string> Added() const {
    std::vector<std::string> values;
    for (const SeenAttempt& seen : server_.AllAttempts()) {
      for (std::string& value : seen.Values("x-user")) {
        values.push_back(std::move(value));
      }
    }
    return values;
  }

  Sightings sent_;
  Sightings ended_;
  ScriptedServer server_{{Fail(StatusCode::UNAVAILABLE), Answer("ok")}};
};

INSTANTIATE_TEST_SUITE_P(Forms, UserInterceptorsTest, ValuesIn(AllUnaryForms()),
                         NameOfForm);

TEST_P(UserInterceptorsTest, LaterInterceptorsRunOncePerAttempt) {
  ClientInterceptorFactories factories;
  factories.push_back(Noting());
  const auto channel =
      NewBatonChannel(server_.address(), QuickOptions(), std::move(factories));
  EXPECT_EQ(Call(channel).payload, "ok");
  EXPECT_THAT(sent_.All(),
              ElementsAre("g=0,n=0,h=1", "g=0,n=1,h=1,k=r,w=unavailable"));
  EXPECT_THAT(ended_.All(), ElementsAre("14", "0"));
  EXPECT_THAT(Added(), ElementsAre("1", "2"));
}

TEST_P(UserInterceptorsTest, EarlierInterceptorsRunOncePerCall) {
  ClientInterceptorFactories before;
  before.push_back(Noting());
  EXPECT_EQ(Call(NewChannel(std::move(before), {})).payload, "ok");
  EXPECT_THAT(sent_.All(), ElementsAre("none"));
  EXPECT_THAT(ended_.All(), ElementsAre("0"));
  // Every attempt carries the value that it added to the call.
  EXPECT_THAT(Added(), ElementsAre("1", "1"));
}

// gRPC finds the channel after an interceptor by counting the interceptors
// before it. If one is missing, attempts would enter Baton again, without end.
TEST_P(UserInterceptorsTest, NullFactoryBeforeBatonHasNoEffect) {
  ClientInterceptorFactories before;
  before.push_back(std::make_unique<AbsentFactory>());
  EXPECT_EQ(Call(NewChannel(std::move(before), {})).payload, "ok");
  EXPECT_EQ(server_.attempts(), 2);
  for (const SeenAttempt& seen : server_.AllAttempts()) {
    EXPECT_EQ(seen.Values("retry-budget").size(), 1u);
  }
}

TEST_P(UserInterceptorsTest, NullFactoriesKeepLaterInterceptorsOncePerAttempt) {
  ClientInterceptorFactories before;
  before.push_back(std::make_unique<AbsentFactory>());
  ClientInterceptorFactories after;
  after.push_back(std::make_unique<AbsentFactory>());
  after.push_back(Noting());
  EXPECT_EQ(Call(NewChannel(std::move(before), std::move(after))).payload,
            "ok");
  EXPECT_THAT(ended_.All(), ElementsAre("14", "0"));
  EXPECT_THAT(Added(), ElementsAre("1", "2"));
}

TEST_P(UserInterceptorsTest, InterceptorsRunForAPassThroughCall) {
  ClientInterceptorFactories factories;
  factories.push_back(Noting());
  ClientOptions options = QuickOptions();
  options.policy.everything().retry.max_attempts = 1;
  const auto channel =
      NewBatonChannel(server_.address(), options, std::move(factories));
  EXPECT_EQ(Call(channel).status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_THAT(sent_.All(), ElementsAre("g=0,n=0,h=1"));
  EXPECT_THAT(ended_.All(), ElementsAre("14"));
}

}  // namespace
}  // namespace baton
