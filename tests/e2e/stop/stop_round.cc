// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/e2e/stop/stop_round.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "tests/support/agenda.h"
#include "tests/support/signal.h"

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

// Sends and cancels calls on the thread of an agenda.
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

  // Sends calls at a constant rate, from now until `end`.
  void Start(Nanos end) {
    const Nanos pause = kSecond / round_.calls_per_second;
    std::vector<Nanos> starts;
    for (Nanos next = Now(); next < end; next += pause) starts.push_back(next);
    left_ = starts.size();
    for (const Nanos start : starts) {
      agenda_.After(MillisecondsUntil(start), [this] { Send(); });
    }
  }

  // Runs a function after this time, between two calls.
  void After(double milliseconds, std::function<void()> run) {
    agenda_.After(milliseconds, std::move(run));
  }

  // Waits for the end of all calls. Returns false after the limit.
  bool AwaitEnd() { return done_.Await(absl::Minutes(1)); }

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
    call.sent = Now();
    const std::size_t stub = calls_.size() % stubs_.size();
    stubs_[stub]->async()->Call(&call.context, &call.request, &call.response,
                                [this, &call](const grpc::Status& status) {
                                  call.succeeded = status.ok();
                                  call.ended = Now();
                                  if (--left_ == 0) done_.Give();
                                });
    if (!round_.cancels) return;
    agenda_.After(round_.timeout_ms, [&call] {
      if (call.ended == 0) call.context.TryCancel();
    });
  }

  const StopRound& round_;
  int* const next_request_;
  std::vector<std::unique_ptr<Scripted::Stub>> stubs_;
  std::deque<Call> calls_;
  std::atomic<std::size_t> left_{0};
  Signal done_;
  Agenda agenda_;
};

}  // namespace

StopResult RunStop(const StopRound& round, const StoppedServer& server,
                   const std::vector<std::shared_ptr<grpc::Channel>>& channels,
                   int* next_request) {
  Load load(round, channels, next_request);
  const double continue_at = round.before_ms + round.stop_ms;
  std::atomic<Nanos> stopped{0};
  std::atomic<Nanos> continued{0};
  load.After(round.before_ms, [&] {
    server.Stop();
    stopped = Now();
  });
  load.After(continue_at, [&] {
    continued = Now();
    server.Continue();
  });
  load.Start(Now() +
             static_cast<Nanos>(continue_at + round.after_ms) * kMillisecond);
  if (!load.AwaitEnd()) {
    std::fprintf(stderr, "a call has not ended\n");
    std::exit(1);
  }
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
