// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/e2e/stop/replica_run.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <random>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/e2e/stop/client_process.h"
#include "tests/e2e/stop/percentages.h"
#include "tests/e2e/stop/stopped_server.h"
#include "tests/support/agenda.h"

namespace baton::e2e {
namespace {

constexpr int kReplicas = 3;
// Limits of waits that end earlier unless something is broken.
constexpr Nanos kConnectLimit = 60 * kSecond;
constexpr Nanos kEndLimit = 30 * kSecond;

[[noreturn]] void Die(const char* what) {
  std::fprintf(stderr, "%s\n", what);
  std::exit(1);
}

// Draws independent calls, and a client for each.
void DrawCalls(const ReplicaScenario& scenario, int seed, ClientLoad* load) {
  std::mt19937_64 draws(static_cast<uint64_t>(seed));
  std::exponential_distribution<double> pause(scenario.calls_per_second);
  std::uniform_int_distribution<int> client(0, scenario.clients - 1);
  const double end =
      (scenario.before_ms + scenario.stop_ms + scenario.after_ms) / 1e3;
  for (double start = pause(draws); start < end; start += pause(draws)) {
    load->starts.push_back(static_cast<Nanos>(start * kSecond));
    load->clients.push_back(client(draws));
  }
}

// The processes of one run.
class Processes {
 public:
  Processes(const ReplicaScenario& scenario, const ClientLoad& draws,
            const SharedRun& run)
      : load_(draws) {
    StoppedServer::Options options;
    options.with_baton = draws.with_baton;
    options.slots = 2;
    options.work_ms = 20;
    options.in_order = scenario.in_order;
    for (int i = 0; i < kReplicas; ++i) {
      servers_.emplace_back(options);
      absl::StrAppend(&load_.target, i == 0 ? "ipv4:" : ",",
                      servers_.back().address());
    }
    for (int i = 0; i < scenario.clients; ++i) {
      clients_.push_back(StartClient(i, load_, run));
    }
    if (!run.connected.Take(Now() + kConnectLimit, scenario.clients)) {
      Die("a client has no connection");
    }
  }

  void Stop(int count) const {
    for (int i = 0; i < count; ++i) servers_[i].Stop();
  }
  void Continue() const {
    for (const StoppedServer& server : servers_) server.Continue();
  }
  void AwaitClients(Nanos limit) const {
    for (const auto& client : clients_) {
      if (!client->AwaitSuccess(limit)) Die("a client has failed");
    }
  }

 private:
  ClientLoad load_;
  std::deque<StoppedServer> servers_;
  std::vector<std::unique_ptr<ChildProcess>> clients_;
};

// Counts calls, and how many of them succeeded.
struct Count {
  int calls = 0;
  int succeeded = 0;
  void Add(const CallRecord& record) {
    ++calls;
    if (record.succeeded) ++succeeded;
  }
  double percent() const { return Percent(succeeded, calls); }
};

ReplicaResult Evaluate(const ReplicaScenario& scenario, const ClientLoad& load,
                       const SharedRun& run) {
  const Nanos stop = scenario.before_ms * kMillisecond;
  const Nanos end = stop + scenario.stop_ms * kMillisecond;
  const Nanos during_end = end - scenario.margin_ms * kMillisecond;
  Count during, after, since;
  int attempts = 0;
  Nanos lag = 0;
  std::vector<Nanos> took;
  for (std::size_t i = 0; i < load.starts.size(); ++i) {
    const Nanos start = load.starts[i];
    const CallRecord& record = run.records[i];
    if (start < stop) continue;
    since.Add(record);
    if (start < during_end) during.Add(record);
    if (start >= end) after.Add(record);
    took.push_back(record.ended - record.sent);
    attempts += record.attempts;
    lag = std::max(lag, record.sent - *run.start - start);
  }
  ReplicaResult result;
  result.during = during.percent();
  result.after = after.percent();
  result.since = since.percent();
  if (took.empty()) return result;
  std::sort(took.begin(), took.end());
  result.p99_ms = 1.0 * took[took.size() * 99 / 100] / kMillisecond;
  result.attempts = 1.0 * attempts / since.calls;
  result.lag_ms = 1.0 * lag / kMillisecond;
  return result;
}

}  // namespace

ReplicaResult RunReplicas(const ReplicaScenario& scenario, bool with_baton,
                          int seed) {
  ClientLoad load;
  load.with_baton = with_baton;
  load.attempt_timeout_ms = scenario.attempt_timeout_ms;
  DrawCalls(scenario, seed, &load);
  const SharedRun run(load.starts.size());
  Processes processes(scenario, load, run);
  // All clients see the start before it has come.
  const Nanos start = Now() + kSecond / 2;
  *run.start = start;
  run.ready.Give(scenario.clients);
  const Nanos stop = start + scenario.before_ms * kMillisecond;
  const Nanos end = stop + scenario.stop_ms * kMillisecond;
  Agenda agenda;
  agenda.After(MillisecondsUntil(stop),
               [&] { processes.Stop(scenario.stopped); });
  agenda.After(MillisecondsUntil(end), [&] { processes.Continue(); });
  processes.AwaitClients(end + scenario.after_ms * kMillisecond + kEndLimit);
  return Evaluate(scenario, load, run);
}

}  // namespace baton::e2e
