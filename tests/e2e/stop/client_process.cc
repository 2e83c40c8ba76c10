// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/e2e/stop/client_process.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/grpcpp.h"
#include "tests/support/agenda.h"
#include "tests/support/signal.h"

namespace baton::e2e {
namespace {

using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

// Limits of waits that end earlier unless something is broken.
constexpr Nanos kConnectLimit = 30 * kSecond;
constexpr Nanos kStartLimit = 60 * kSecond;
constexpr Nanos kEndLimit = 10 * kSecond;

std::shared_ptr<grpc::Channel> NewChannel(const ClientLoad& load) {
  grpc::ChannelArguments arguments;
  arguments.SetLoadBalancingPolicyName("round_robin");
  const auto credentials = grpc::InsecureChannelCredentials();
  if (!load.with_baton) {
    return grpc::CreateCustomChannel(load.target, credentials, arguments);
  }
  // All other options have their defaults.
  ClientOptions options;
  MethodPolicy& everything = options.policy.everything();
  everything.idempotency = Idempotency::kIdempotent;
  if (load.attempt_timeout_ms > 0) {
    everything.deadline.attempt_timeout =
        absl::Milliseconds(load.attempt_timeout_ms);
  }
  return *CreateChannel(load.target, credentials, options, arguments);
}

struct Call {
  grpc::ClientContext context;
  CallRequest request;
  CallResponse response;
};

// One client in its process.
class Client {
 public:
  Client(const ClientLoad& load, const SharedRun& run)
      : load_(load),
        run_(run),
        channel_(NewChannel(load)),
        stub_(Scripted::NewStub(channel_)) {}

  bool AwaitStart() {
    if (!channel_->WaitForConnected(std::chrono::system_clock::now() +
                                    std::chrono::nanoseconds(kConnectLimit))) {
      return false;
    }
    run_.connected.Give();
    return run_.ready.Take(Now() + kStartLimit);
  }

  // Sends each of these calls at its time.
  void SendAll(const std::vector<std::size_t>& numbers) {
    left_ = numbers.size();
    if (left_ == 0) done_.Give();
    for (const std::size_t number : numbers) {
      const Nanos start = *run_.start + load_.starts[number];
      agenda_.After(MillisecondsUntil(start), [this, number] { Send(number); });
    }
  }

  // Waits until all calls have ended.
  bool AwaitEnd() {
    const Nanos last = *run_.start + load_.starts.back();
    const Nanos limit = last + load_.timeout_ms * kMillisecond + kEndLimit;
    return done_.Await(absl::Nanoseconds(limit - Now()));
  }

 private:
  void Send(std::size_t number) {
    Call& call = calls_.emplace_back();
    call.request.set_payload(std::to_string(number));
    call.context.set_deadline(std::chrono::system_clock::now() +
                              std::chrono::milliseconds(load_.timeout_ms));
    CallRecord& record = run_.records[number];
    record.sent = Now();
    stub_->async()->Call(
        &call.context, &call.request, &call.response,
        [this, &call, &record](const grpc::Status& status) {
          record.ended = Now();
          record.succeeded = status.ok();
          const std::optional<CallReport> report = GetCallReport(call.context);
          record.attempts = report.has_value()
                                ? static_cast<int>(report->attempts.size())
                                : 1;
          if (--left_ == 0) done_.Give();
        });
  }

  const ClientLoad& load_;
  const SharedRun& run_;
  const std::shared_ptr<grpc::Channel> channel_;
  const std::unique_ptr<Scripted::Stub> stub_;
  std::deque<Call> calls_;
  std::atomic<std::size_t> left_{0};
  Signal done_;
  Agenda agenda_;
};

int RunClient(int number, const ClientLoad& load, const SharedRun& run) {
  Client client(load, run);
  if (!client.AwaitStart()) return 1;
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < load.starts.size(); ++i) {
    if (load.clients[i] == number) numbers.push_back(i);
  }
  client.SendAll(numbers);
  return client.AwaitEnd() ? 0 : 1;
}

}  // namespace

std::unique_ptr<ChildProcess> StartClient(int client, const ClientLoad& load,
                                          const SharedRun& run) {
  return std::make_unique<ChildProcess>(
      [&] { return RunClient(client, load, run); });
}

}  // namespace baton::e2e
