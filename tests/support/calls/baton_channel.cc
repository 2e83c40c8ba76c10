// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/calls/baton_channel.h"

#include <memory>
#include <utility>

#include "baton/rpc/grpc/interception.h"
#include "gtest/gtest.h"

namespace baton {
namespace {

class Passing final : public rpc::Interceptor {
 public:
  void Intercept(rpc::InterceptorBatchMethods* batch) override {
    batch->Proceed();
  }
};

class PassingFactory final : public rpc::ClientInterceptorFactoryInterface {
 public:
  rpc::Interceptor* CreateClientInterceptor(
      rpc::ClientRpcInfo* /*info*/) override {
    return new Passing();
  }
};

}  // namespace

ClientOptions QuickOptions() {
  ClientOptions options;
  MethodPolicy& everything = options.policy.everything();
  everything.idempotency = Idempotency::kIdempotent;
  for (BackoffOptions* backoff :
       {&everything.retry.backoff, &everything.retry.throttled.backoff,
        &everything.retry.contention.backoff}) {
    backoff->initial = absl::Milliseconds(1);
    backoff->max = absl::Milliseconds(1);
  }
  options.policy.process_budget = ProcessBudgetOptions::Unlimited();
  options.policy.retry_breaker.enabled = false;
  return options;
}

std::shared_ptr<grpc::Channel> NewBatonChannel(
    const std::string& address, ClientOptions options,
    ClientInterceptorFactories interceptors) {
  // The same setting as in the scripted server, for the other direction.
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_HTTP2_BDP_PROBE, 0);
  absl::StatusOr<std::shared_ptr<grpc::Channel>> channel =
      CreateChannel(address, grpc::InsecureChannelCredentials(),
                    std::move(options), arguments, std::move(interceptors));
  if (channel.ok()) return *std::move(channel);
  ADD_FAILURE() << channel.status();
  return nullptr;
}

ClientInterceptorFactories PassingInterceptors() {
  ClientInterceptorFactories factories;
  factories.push_back(std::make_unique<PassingFactory>());
  return factories;
}

}  // namespace baton
