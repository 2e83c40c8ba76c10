// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/harm/runs/endpoint.h"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/chain/loopback_socket.h"
#include "tests/harm/runs/pause.h"
#include "tests/harm/runs/script.h"

namespace baton::harm {
namespace {

constexpr int kRstStream = 3;
constexpr int kGoaway = 7;
constexpr uint32_t kRefusedStream = 7;

// How long Collect() waits for the end of attempts, in milliseconds.
constexpr double kCollectLimit = 1500;

double Milliseconds(const Stopwatch& watch) {
  return absl::ToDoubleMilliseconds(watch.Elapsed());
}

int HungSocket() {
  // The system accepts connections, and no program reads from them.
  const int socket = chain::BindLoopbackSocket();
  listen(socket, SOMAXCONN);
  return socket;
}

}  // namespace

Endpoint::Endpoint(const Scenario& scenario, const Stopwatch& watch)
    : scenario_(scenario), watch_(watch), agenda_(std::make_unique<Agenda>()) {
  for (const CallPlan& call : scenario.earlier) plans_[call.id] = call;
  for (const CallPlan& call : scenario.calls) plans_[call.id] = call;
  if (scenario.fallback) fallback_ = NewServer(/*is_fallback=*/true);
  switch (scenario.fault) {
    case Fault::kNone:
    case Fault::kRestart:
      server_ = NewServer(/*is_fallback=*/false);
      break;
    case Fault::kRefused:
      port_ = std::make_unique<ReservedPort>();
      break;
    case Fault::kReset:
      resetting_ = std::make_unique<ResettingListener>();
      break;
    case Fault::kHungHandshake:
      hung_socket_ = HungSocket();
      break;
    default:
      raw_ = std::make_unique<rpc::RawHttp2Server>(
          [this](rpc::RawHttp2Server::Connection& connection) {
            ServeRaw(connection);
          });
      break;
  }
}

Endpoint::~Endpoint() {
  if (server_ != nullptr) server_->Stop();
  if (fallback_ != nullptr) fallback_->Stop();
  agenda_ = nullptr;
  if (hung_socket_ >= 0) close(hung_socket_);
}

std::string Endpoint::address() const {
  if (server_ != nullptr) return server_->address();
  if (port_ != nullptr) return port_->address();
  if (resetting_ != nullptr) return resetting_->address();
  if (raw_ != nullptr) return raw_->target();
  return absl::StrCat("127.0.0.1:", chain::LocalPort(hung_socket_));
}

std::string Endpoint::fallback_address() const {
  return fallback_ == nullptr ? "" : fallback_->address();
}

void Endpoint::BeforeCalls() {
  if (scenario_.fault != Fault::kRestart) return;
  server_->Stop();
  agenda_->After(scenario_.restart_after, [this] { server_->Start(); });
}

void Endpoint::Collect(RunOutcome* run) {
  const Stopwatch watch;
  for (;;) {
    run->facts = Facts();
    const bool done =
        std::all_of(run->facts.begin(), run->facts.end(),
                    [](const ServerFact& fact) { return fact.ended; });
    if (done || Milliseconds(watch) > kCollectLimit) break;
    Pause(2);
  }
  run->raw_requests = raw_requests_;
}

std::unique_ptr<ScriptedServer> Endpoint::NewServer(bool is_fallback) {
  auto server = std::make_unique<ScriptedServer>();
  server->Otherwise([this, is_fallback](const SeenAttempt& attempt) {
    return StepFor(attempt, is_fallback);
  });
  return server;
}

ScriptStep Endpoint::StepFor(const SeenAttempt& attempt, bool on_fallback) {
  ServerFact fact;
  fact.arrived = Milliseconds(watch_);
  fact.on_fallback = on_fallback;
  for (const std::string& id : attempt.Values("harm-call")) {
    (void)absl::SimpleAtoi(id, &fact.call);
  }
  const auto plan = plans_.find(fact.call);
  if (plan == plans_.end()) {
    return Fail(grpc::StatusCode::UNIMPLEMENTED, "no such call");
  }
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    fact.number = ++attempts_[fact.call];
    arrivals_[{on_fallback, attempt.number}] = fact;
  }
  const StepPlan& step = StepOf(plan->second, fact.number);
  if (step.latency > 0 && !step.silent) {
    ScriptedServer* const server =
        on_fallback ? fallback_.get() : server_.get();
    const int number = attempt.number;
    agenda_->After(step.latency, [server, number] { server->Release(number); });
  }
  return ScriptStepOf(plan->second, fact.number);
}

void Endpoint::ServeRaw(rpc::RawHttp2Server::Connection& connection) {
  if (!connection.ReadRequestHeaders()) return;
  ++raw_requests_;
  switch (scenario_.fault) {
    case Fault::kGoaway:
      // No stream was processed, and the server leaves.
      connection.Send(rpc::Http2Frame(
          kGoaway, 0, 0, rpc::BigEndian32(0) + rpc::BigEndian32(0)));
      break;
    case Fault::kRefusedStream:
      connection.Send(
          rpc::Http2Frame(kRstStream, 0, 1, rpc::BigEndian32(kRefusedStream)));

      break;
    default:
      break;
  }
  if (scenario_.fault == Fault::kSilence) connection.Drain();
}

std::vector<ServerFact> Endpoint::Facts() {
  std::vector<ServerFact> facts;
  for (const bool on_fallback : {false, true}) {
    ScriptedServer* const server =
        on_fallback ? fallback_.get() : server_.get();
    if (server == nullptr) continue;
    for (const SeenAttempt& seen : server->AllAttempts()) {
      const std::lock_guard<std::mutex> lock(mutex_);
      const auto arrival = arrivals_.find({on_fallback, seen.number});
      if (arrival == arrivals_.end()) continue;
      ServerFact fact = arrival->second;
      fact.ended = seen.ended;
      fact.cancelled = seen.cancelled;
      fact.ended_at =
          fact.arrived + absl::ToDoubleMilliseconds(seen.ended_after);
      fact.messages_read = static_cast<int>(seen.payloads.size());
      facts.push_back(fact);
    }
  }
  std::stable_sort(facts.begin(), facts.end(),
                   [](const ServerFact& a, const ServerFact& b) {
                     return a.arrived < b.arrived;
                   });
  return facts;
}

}  // namespace baton::harm
