// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/benchmark/support/benchmark_service.h"

#include <chrono>

#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"
#include "baton/core/wire/retry_budget_codec.h"
#include "baton/rpc/runtime/real_random.h"
#include "grpcpp/alarm.h"

namespace baton::benchmarks {
namespace {

class HeldCall final : public grpc::ServerUnaryReactor {
 public:
  void OnCancel() override { Finish(grpc::Status::CANCELLED); }
  void OnDone() override { delete this; }
};

// Echoes after a delay.
class SlowCall final : public grpc::ServerUnaryReactor {
 public:
  SlowCall() {
    alarm_.Set(std::chrono::system_clock::now() + kSlowAnswer, [this](bool ok) {
      Finish(ok ? grpc::Status::OK : grpc::Status::CANCELLED);
    });
  }
  void OnCancel() override { alarm_.Cancel(); }
  void OnDone() override { delete this; }

 private:
  grpc::Alarm alarm_;
};

// Reads the number from the metadata, so that the number of calls in flight
// does not matter. gRPC's own retries use one key and reserve it. Baton's
// retries use the `retry-budget` header.
int PreviousAttempts(const grpc::CallbackServerContext& context) {
  int attempts = 0;
  for (const auto& [key, value] : context.client_metadata()) {
    const absl::string_view name(key.data(), key.size());
    const absl::string_view text(value.data(), value.size());
    if (name == "grpc-previous-rpc-attempts") {
      if (!absl::SimpleAtoi(text, &attempts)) return 0;
    } else if (name == core::kRetryBudgetKey) {
      attempts = core::DecodeRetryBudget({text}).header.attempts_made;
    }
  }
  return attempts;
}

}  // namespace

bool BenchmarkService::ToFail(char what,
                              const grpc::CallbackServerContext& context) {
  switch (what) {
    case kFailTwice:
    case kFailTwiceAtOnce:
      return PreviousAttempts(context) < 2;
    case kFailThirdAtOnce:
      return PreviousAttempts(context) == 0 &&
             first_attempts_.fetch_add(1) % 2 == 0;
    default:
      return false;
  }
}

grpc::ServerUnaryReactor* BenchmarkService::Call(
    grpc::CallbackServerContext* context,
    const testing::v1::CallRequest* request,
    testing::v1::CallResponse* response) {
  const char what = request->payload().empty() ? kEcho : request->payload()[0];
  if (what == kHold) return new HeldCall();
  if (what == kSlowAtTimes && rpc::ThreadUniform().Next() < 0.01) {
    response->set_payload(request->payload());
    return new SlowCall();
  }

  grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
  if (ToFail(what, *context)) {
    if (what != kFailTwice) {
      context->AddTrailingMetadata("grpc-retry-pushback-ms", "0");
    }
    reactor->Finish(grpc::Status(grpc::StatusCode::UNAVAILABLE, "busy"));
    return reactor;
  }
  response->set_payload(request->payload());
  reactor->Finish(grpc::Status::OK);
  return reactor;
}

}  // namespace baton::benchmarks
