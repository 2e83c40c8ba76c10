// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/e2e/stop/stop_round.h"

#include <atomic>
#include <chrono>
#include <deque>
#include <string>

#include "baton/testing/v1/scripted.grpc.pb.h"

namespace baton::e2e {
namespace {

using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

struct Call {
  int number = 0;
  Nanos sent = 0;
  grpc::ClientContext context;
  CallRequest request;
  CallResponse response;
  bool succeeded = false;
  std::atomic<Nanos> ended{0};
};

// Sends and cancels calls on the thread of the round.
class Load {
 public:
  Load(const StopRound& round,
       const std::vector<std::shared_ptr<grpc::Channel>>& channels,
       int* next_request)
      : round_(round), next_request_(next_request) {
    for (const auto& channel : channels) {
      stubs_.push_back(Scripted::NewStub(channel));
    }
  }

  // Sends calls until `end`, at a constant rate.
  void SendUntil(Nanos end) {
    const Nanos pause = kSecond / round_.calls_per_second;
    if (next_ == 0) next_ = Now();
    for (; next_ < end; next_ += pause) {
      SleepUntil(next_);
      CancelLate();
      Send();
    }
  }

  // Waits for the end of all calls.
  void Finish() {
    while (running_ > 0) {
      SleepUntil(Now() + kMillisecond);
      CancelLate();
    }
  }

  const std::deque<Call>& calls() const { return calls_; }

 private:
  void Send() {
    Call& call = calls_.emplace_back();
    call.number = (*next_request_)++;
    call.request.set_payload(std::to_string(call.number));
    if (!round_.cancels) {
      call.context.set_deadline(std::chrono::system_clock::now() +
                                std::chrono::milliseconds(round_.timeout_ms));
    }
    ++running_;
    call.sent = Now();
    const std::size_t stub = calls_.size() % stubs_.size();
    stubs_[stub]->async()->Call(&call.context, &call.request, &call.response,
                                [this, &call](const grpc::Status& status) {
                                  call.succeeded = status.ok();
                                  call.ended = Now();
                                  --running_;
                                });
  }

  void CancelLate() {
    const Nanos limit = Now() - round_.timeout_ms * kMillisecond;
    for (; round_.cancels && first_running_ < calls_.size() &&
           calls_[first_running_].sent < limit;
         ++first_running_) {
      Call& call = calls_[first_running_];
      if (call.ended == 0) call.context.TryCancel();
    }
  }

  const StopRound& round_;
  int* const next_request_;
  std::vector<std::unique_ptr<Scripted::Stub>> stubs_;
  std::deque<Call> calls_;
  std::size_t first_running_ = 0;
  Nanos next_ = 0;
  std::atomic<int> running_{0};
};

}  // namespace

StopResult RunStop(const StopRound& round, const StoppedServer& server,
                   const std::vector<std::shared_ptr<grpc::Channel>>& channels,
                   int* next_request) {
  Load load(round, channels, next_request);
  const Nanos stop_at = Now() + round.before_ms * kMillisecond;
  load.SendUntil(stop_at);
  server.Stop();
  const Nanos stopped = Now();
  load.SendUntil(stopped + round.stop_ms * kMillisecond);
  const Nanos continued = Now();
  server.Continue();
  load.SendUntil(continued + round.after_ms * kMillisecond);
  load.Finish();
  StopResult result;
  for (const Call& call : load.calls()) {
    ++result.calls;
    if (call.succeeded) ++result.succeeded;
    if (call.sent < stopped || call.ended >= continued) continue;
    ++result.cancelled;
    if (server.HandlerStart(call.number) != 0) ++result.handlers_started;
    if (server.WorkStart(call.number) != 0) ++result.work_started;
  }
  return result;
}

}  // namespace baton::e2e
