// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/scenarios/experiment.h"

#include <cmath>
#include <memory>
#include <random>
#include <utility>

#include "tests/core/scenarios/baton_strategy.h"
#include "tests/core/scenarios/layer.h"
#include "tests/core/scenarios/plain_strategies.h"

namespace baton::scenarios {
namespace {

constexpr int kAttempts = defaults::kMaxAttempts;
constexpr double kFlakyRatio = 0.3;

class SeededUniform final : public core::UniformSource {
 public:
  explicit SeededUniform(uint64_t seed) : engine_(seed) {}
  double Next() override {
    return static_cast<double>(engine_() >> 11) * 0x1.0p-53;
  }

 private:
  std::mt19937_64 engine_;
};

std::unique_ptr<RetryStrategy> MakeStrategy(Contender contender,
                                            const Policy& policy,
                                            core::UniformSource& random) {
  switch (contender) {
    case Contender::kNoRetries:
      return NoRetries();
    case Contender::kPlainLoop:
      return PlainLoop(kAttempts, random);
    case Contender::kGrpcThrottle:
      return ThrottledRetries(kAttempts, 10, 0.1, random);
    case Contender::kBaton:
      return BatonRetries(policy, random, MonotonicTime());
  }
  return NoRetries();
}

void ScheduleScenario(const Experiment& experiment, EventLoop& loop,
                      Store& store) {
  loop.After(experiment.from, [&experiment, &store] {
    switch (experiment.scenario) {
      case Scenario::kOutage:
        return store.SetFailRatio(1);
      case Scenario::kFlaky:
        return store.SetFailRatio(kFlakyRatio);
      case Scenario::kOverload:
        return store.Stop();
    }
  });
  const bool then_flaky = experiment.flaky_until > experiment.to;
  loop.After(experiment.to, [&store, then_flaky] {
    store.SetFailRatio(then_flaky ? kFlakyRatio : 0);
    store.Resume();
  });
  if (then_flaky) {
    loop.After(experiment.flaky_until, [&store] { store.SetFailRatio(0); });
  }
}

// Sends requests at random times (a Poisson process, like many users) until the
// end of the experiment.
class Users {
 public:
  Users(const Experiment& experiment, Service& edge, EventLoop& loop,
        core::UniformSource& random, Result& result)
      : experiment_(experiment),
        edge_(edge),
        loop_(loop),
        random_(random),
        result_(result) {}

  void ScheduleNext() {
    const double gap =
        -std::log1p(-random_.Next()) / experiment_.requests_per_second;
    loop_.After(absl::Seconds(gap), [this] {
      if (loop_.Now().since_origin() >= experiment_.length) return;
      Send();
      ScheduleNext();
    });
  }

 private:
  void Send() {
    const std::size_t index = result_.requests.size();
    result_.requests.push_back({loop_.Now().since_origin(), false});
    Request request;
    request.deadline = Deadline::After(loop_.Now(), experiment_.deadline);
    request.cancellation = std::make_shared<Cancellation>();
    edge_.Handle(std::move(request), [this, index](const auto& outcome) {
      result_.requests[index].succeeded = outcome.code == absl::StatusCode::kOk;
    });
  }

  const Experiment& experiment_;
  Service& edge_;
  EventLoop& loop_;
  core::UniformSource& random_;
  Result& result_;
};

// Forwards requests to the store and counts them per second.
class Meter final : public Service {
 public:
  Meter(Service& store, EventLoop& loop, Result& result)
      : store_(store), loop_(loop), result_(result) {}

  void Handle(Request request, Reply reply) override {
    const auto second = static_cast<std::size_t>(
        absl::ToInt64Seconds(loop_.Now().since_origin()));
    if (result_.store_load.size() <= second) {
      result_.store_load.resize(second + 1);
    }
    ++result_.store_load[second];
    store_.Handle(std::move(request), std::move(reply));
  }

 private:
  Service& store_;
  EventLoop& loop_;
  Result& result_;
};

}  // namespace

const char* NameOf(Contender contender) {
  switch (contender) {
    case Contender::kNoRetries:
      return "no retries";
    case Contender::kPlainLoop:
      return "plain loop at each layer";
    case Contender::kGrpcThrottle:
      return "gRPC retries + throttle";
    case Contender::kBaton:
      return "Baton";
  }
  return "";
}

Result Simulate(const Experiment& experiment, Contender contender) {
  Result result;
  EventLoop loop;
  // Two sources, so that the traffic is the same for every contender.
  SeededUniform traffic(experiment.seed);
  SeededUniform noise(experiment.seed + 1'000'003);
  Store store(experiment.store, loop, noise);
  Meter meter(store, loop, result);

  std::vector<std::unique_ptr<RetryStrategy>> strategies;
  std::vector<std::unique_ptr<Layer>> layers;
  Service* next = &meter;
  for (int i = 0; i < experiment.layers; ++i) {
    strategies.push_back(MakeStrategy(contender, experiment.policy, noise));
    layers.push_back(std::make_unique<Layer>(*strategies.back(), *next, loop));
    next = layers.back().get();
  }

  ScheduleScenario(experiment, loop, store);
  Users users(experiment, *next, loop, traffic, result);
  users.ScheduleNext();
  loop.Run();
  return result;
}

double Result::SuccessRatio(absl::Duration from, absl::Duration to) const {
  int64_t all = 0;
  int64_t good = 0;
  for (const RequestResult& request : requests) {
    if (request.started < from || request.started >= to) continue;
    ++all;
    if (request.succeeded) ++good;
  }
  return all == 0 ? 0 : static_cast<double>(good) / static_cast<double>(all);
}

double Result::LoadFactor(absl::Duration from, absl::Duration to) const {
  int64_t sent = 0;
  for (const RequestResult& request : requests) {
    if (request.started >= from && request.started < to) ++sent;
  }
  int64_t seen = 0;
  for (std::size_t second = 0; second < store_load.size(); ++second) {
    const absl::Duration start = absl::Seconds(second);
    if (start >= from && start < to) seen += store_load[second];
  }
  return sent == 0 ? 0 : static_cast<double>(seen) / static_cast<double>(sent);
}

absl::Duration Result::RecoveredAfter(absl::Duration since) const {
  const absl::Duration second = absl::Seconds(1);
  absl::Duration recovered = absl::ZeroDuration();
  absl::Duration from = since;
  for (; from + second <= requests.back().started;
       from += absl::Milliseconds(100)) {
    if (SuccessRatio(from, from + second) < 0.99) {
      recovered = from - since + absl::Milliseconds(100);
    }
  }
  return since + recovered == from ? absl::InfiniteDuration() : recovered;
}

}  // namespace baton::scenarios
