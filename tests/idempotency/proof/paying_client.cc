// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/idempotency/proof/paying_client.h"

#include <atomic>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "baton/client.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "tests/support/real_time.h"

namespace baton {
namespace {

using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

constexpr int kTwinEvery = 11;

// The waits are the same as in NewKeyChannel().
constexpr char kGrpcRetries[] = R"({"methodConfig": [{"name": [{}],
    "retryPolicy": {"maxAttempts": 5, "initialBackoff": "0.01s",
    "maxBackoff": "0.1s", "backoffMultiplier": 2,
    "retryableStatusCodes": ["UNAVAILABLE"]}}]})";

grpc::ChannelArguments Arguments() {
  grpc::ChannelArguments arguments;
  arguments.SetLoadBalancingPolicyName("round_robin");
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 20);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 20);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 100);
  return arguments;
}

std::shared_ptr<grpc::Channel> NewKeyChannel(const std::string& target,
                                             const ClientSettings& settings) {
  ClientOptions client;
  client.policy.process_budget = ProcessBudgetOptions::Unlimited();
  client.policy.retry_breaker.enabled = false;
  MethodPolicy& policy = client.policy.everything();
  policy.idempotency = Idempotency::kNotIdempotent;
  policy.idempotency_key.honored = settings.honored;
  policy.retry.max_attempts = 5;
  policy.retry.edge_grant = 4;
  policy.retry.backoff.initial = absl::Milliseconds(10);
  policy.retry.backoff.max = absl::Milliseconds(100);
  policy.retry.throttled.backoff = policy.retry.backoff;
  auto channel = CreateChannel(target, grpc::InsecureChannelCredentials(),
                               std::move(client), Arguments());
  if (channel.ok()) return *std::move(channel);
  std::cerr << channel.status() << "\n";
  std::abort();
}

class PayingClient {
 public:
  PayingClient(const std::string& target, const ClientSettings& settings)
      : settings_(settings) {
    grpc::ChannelArguments arguments = Arguments();
    if (!settings.with_keys) arguments.SetServiceConfigJSON(kGrpcRetries);
    const auto bare = grpc::CreateCustomChannel(
        target, grpc::InsecureChannelCredentials(), arguments);
    bare_ = Scripted::NewStub(bare);
    stub_ = settings.with_keys
                ? Scripted::NewStub(NewKeyChannel(target, settings))
                : Scripted::NewStub(bare);
  }

  PaymentResult Pay(std::size_t number) {
    const std::string request = NameOfRequest(number);
    PaymentResult result;
    result.has_twin = settings_.twin != Twin::kNone && number % kTwinEvery == 0;
    PaymentResult of_twin;
    std::thread twin;
    if (result.has_twin) {
      twin = std::thread([&] { CallTwin(request, of_twin); });
    }
    for (int i = 0; i <= settings_.repetitions && !result.succeeded; ++i) {
      Call(request, result);
    }
    if (twin.joinable()) twin.join();
    result.receipts.insert(result.receipts.end(), of_twin.receipts.begin(),
                           of_twin.receipts.end());
    return result;
  }

 private:
  void CallTwin(const std::string& request, PaymentResult& result) {
    if (settings_.twin == Twin::kSameCall) return Call(request, result);
    grpc::ClientContext context;
    context.AddMetadata("idempotency-key", request);
    context.AddMetadata("retry-budget", "g=0,n=1,h=1");
    Send(*bare_, context, request, result);
  }

  void Call(const std::string& request, PaymentResult& result) {
    grpc::ClientContext context;
    if (settings_.with_keys) {
      CallOverrides overrides;
      overrides.idempotency_key = request;
      if (!SetCallOverrides(&context, overrides).ok()) std::abort();
    }
    Send(*stub_, context, request, result);
    const std::optional<CallReport> report = GetCallReport(context);
    if (report.has_value()) result.is_unknown |= report->outcome_unknown;
  }

  static void Send(Scripted::Stub& stub, grpc::ClientContext& context,
                   const std::string& request, PaymentResult& result) {
    context.set_deadline(FromNow(kCallTimeout));
    CallRequest message;
    message.set_payload(request);
    CallResponse response;
    result.succeeded = stub.Call(&context, message, &response).ok();
    if (result.succeeded) result.receipts.push_back(response.payload());
  }

  const ClientSettings settings_;
  std::unique_ptr<Scripted::Stub> bare_;
  std::unique_ptr<Scripted::Stub> stub_;
};

}  // namespace

std::string NameOfRequest(std::size_t number) {
  return absl::StrCat("request-", number);
}

std::vector<PaymentResult> MakePayments(
    const std::vector<std::string>& addresses, const ClientSettings& settings) {
  PayingClient client(absl::StrCat("ipv4:", absl::StrJoin(addresses, ",")),
                      settings);
  std::vector<PaymentResult> results(static_cast<std::size_t>(settings.calls));
  std::atomic<std::size_t> next{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < settings.threads; ++t) {
    threads.emplace_back([&] {
      for (std::size_t number = next++; number < results.size();
           number = next++) {
        results[number] = client.Pay(number);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  return results;
}

}  // namespace baton
