// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/benchmark/support/subjects.h"

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "baton/client.h"
#include "baton/core/limits/process_budget.h"
#include "baton/policy/policy.h"
#include "baton/rpc/grpc/interception.h"
#include "grpcpp/grpcpp.h"

namespace baton::benchmarks {
namespace {

using testing::v1::Scripted;

constexpr int kManyMethods = 100'000;
constexpr absl::string_view kService = "baton.testing.v1.Scripted";

constexpr char kNativePolicy[] = R"({"methodConfig": [{
  "name": [{"service": "baton.testing.v1.Scripted"}],
  "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.001s",
    "maxBackoff": "0.001s", "backoffMultiplier": 1.0,
    "retryableStatusCodes": ["UNAVAILABLE"]}}]})";

class NoOp final : public rpc::Interceptor {
 public:
  void Intercept(rpc::InterceptorBatchMethods* batch) override {
    batch->Proceed();
  }
};

// Adds the header that Baton adds.
class AddHeader final : public rpc::Interceptor {
 public:
  void Intercept(rpc::InterceptorBatchMethods* batch) override {
    if (batch->QueryInterceptionHookPoint(
            rpc::Hook::PRE_SEND_INITIAL_METADATA)) {
      batch->GetSendInitialMetadata()->emplace("retry-budget", "g=2,n=0,h=1");
    }
    batch->Proceed();
  }
};

template <typename Interceptor>
class Factory final : public rpc::ClientInterceptorFactoryInterface {
 public:
  rpc::Interceptor* CreateClientInterceptor(rpc::ClientRpcInfo*) override {
    return new Interceptor();
  }
};

template <typename Interceptor>
std::shared_ptr<grpc::Channel> ChannelWith(
    const std::string& address, const grpc::ChannelArguments& arguments) {
  ClientInterceptorFactories factories;
  factories.push_back(std::make_unique<Factory<Interceptor>>());
  return grpc::experimental::CreateCustomChannelWithInterceptors(
      address, grpc::InsecureChannelCredentials(), arguments,
      std::move(factories));
}

grpc::ChannelArguments OwnConnection() {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return arguments;
}

MethodPolicy ThreeAttempts() {
  MethodPolicy policy;
  policy.idempotency = Idempotency::kIdempotent;
  policy.retry.backoff.initial = absl::Milliseconds(1);
  policy.retry.backoff.max = absl::Milliseconds(1);
  return policy;
}

MethodPolicy OneAttempt() {
  MethodPolicy policy;
  policy.retry.max_attempts = 1;
  return policy;
}

std::shared_ptr<grpc::Channel> BatonChannel(const std::string& address,
                                            Policy policy) {
  ClientOptions options;
  options.policy = std::move(policy);
  const absl::StatusOr<std::shared_ptr<grpc::Channel>> channel = CreateChannel(
      address, grpc::InsecureChannelCredentials(), options, OwnConnection());
  if (channel.ok()) return *channel;
  std::fputs(channel.status().ToString().c_str(), stderr);
  std::exit(1);
}

std::shared_ptr<grpc::Channel> MakeChannel(absl::string_view name,
                                           const std::string& address) {
  const auto credentials = grpc::InsecureChannelCredentials();
  grpc::ChannelArguments arguments = OwnConnection();
  Policy policy;
  // Like the gRPC retry policy, which has no throttling either.
  policy.process_budget = ProcessBudgetOptions::Unlimited();
  policy.retry_breaker.enabled = false;
  if (name == "bare") {
    return grpc::CreateCustomChannel(address, credentials, arguments);
  }
  if (name == "noop") return ChannelWith<NoOp>(address, arguments);
  if (name == "header") return ChannelWith<AddHeader>(address, arguments);
  if (name == "native") {
    arguments.SetServiceConfigJSON(kNativePolicy);
    return grpc::CreateCustomChannel(address, credentials, arguments);
  }
  if (name == "direct") {
    policy.everything() = OneAttempt();
    return BatonChannel(address, std::move(policy));
  }
  if (name == "retrying") {
    policy.everything() = ThreeAttempts();
    return BatonChannel(address, std::move(policy));
  }
  if (name == "middle") {
    policy.everything() = ThreeAttempts();
    policy.everything().retry.edge_grant = 0;
    policy.everything().deadline.max_timeout = absl::Seconds(5);
    return BatonChannel(address, std::move(policy));
  }
  if (name == "hedged") {
    policy.everything() = ThreeAttempts();
    policy.everything().hedge.max_attempts = 2;
    return BatonChannel(address, std::move(policy));
  }
  if (name == "many") {
    for (int i = 0; i < kManyMethods; ++i) {
      policy.SetMethod(absl::StrCat("shop.v1.Service", i / 20),
                       absl::StrCat("Method", i), OneAttempt());
    }
    policy.SetMethod(kService, "Call", ThreeAttempts());
    return BatonChannel(address, std::move(policy));
  }
  std::fprintf(stderr, "no such subject: %s\n", std::string(name).c_str());
  std::exit(1);
}

}  // namespace

Subject MakeSubject(absl::string_view name, const std::string& address) {
  return {std::string(name), Scripted::NewStub(MakeChannel(name, address))};
}

std::vector<Subject> MakeSubjects(const std::vector<std::string>& names,
                                  const std::string& address) {
  std::vector<Subject> subjects;
  for (const std::string& name : names) {
    subjects.push_back(MakeSubject(name, address));
  }
  return subjects;
}

}  // namespace baton::benchmarks
