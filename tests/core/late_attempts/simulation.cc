// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/late_attempts/simulation.h"

#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "baton/policy/policy.h"
#include "tests/core/late_attempts/draws.h"
#include "tests/core/late_attempts/replica.h"
#include "tests/core/scenarios/event_loop.h"

namespace baton::late_attempts {
namespace {

class Simulation {
 public:
  Simulation(const World& world, Strategy strategy, uint64_t seed)
      : world_(world), traffic_(seed), seeds_(~seed) {
    policy_.everything().idempotency = Idempotency::kIdempotent;
    for (int i = 0; i < world.replicas; ++i) {
      replicas_.push_back(std::make_unique<Replica>(world_, loop_));
    }
    for (int i = 0; i < world.clients; ++i) {
      clients_.push_back(std::make_unique<Client>(
          strategy, policy_, static_cast<std::size_t>(i), seeds_.NextBits()));
    }
  }

  Results Go() {
    for (const Fault& fault : world_.faults) Schedule(fault);
    ScheduleNext();
    loop_.Run();
    return std::move(results_);
  }

 private:
  void Schedule(const Fault& fault) {
    for (int i = 0; i < fault.replicas; ++i) {
      Replica& replica = *replicas_[static_cast<std::size_t>(i)];
      const bool stops = fault.kind == Fault::Kind::kStopped;
      loop_.After(fault.from, [&replica, &fault, stops] {
        stops ? replica.Stop() : replica.SetSlowness(fault.factor);
      });
      if (fault.to == absl::InfiniteDuration()) continue;
      loop_.After(fault.to, [&replica, stops] {
        stops ? replica.Continue() : replica.SetSlowness(1);
      });
    }
  }

  // The calls are a Poisson process, as many users make them.
  void ScheduleNext() {
    const double gap = -std::log1p(-traffic_.Next()) / world_.calls_per_second;
    loop_.After(absl::Seconds(gap), [this] {
      if (loop_.Now().since_origin() >= world_.length) return;
      Send();
      ScheduleNext();
    });
  }

  void Send() {
    const double drawn = traffic_.Next() * world_.clients;
    results_.emplace_back();
    results_.back().started = loop_.Now().since_origin();
    StartCall({world_, loop_, replicas_},
              *clients_[static_cast<std::size_t>(drawn)], seeds_.NextBits(),
              results_.back());
  }

  const World& world_;
  Draws traffic_;
  Draws seeds_;
  Policy policy_;
  scenarios::EventLoop loop_;
  std::vector<std::unique_ptr<Replica>> replicas_;
  std::vector<std::unique_ptr<Client>> clients_;
  Results results_;
};

}  // namespace

Results Simulate(const World& world, Strategy strategy, uint64_t seed) {
  return Simulation(world, strategy, seed).Go();
}

}  // namespace baton::late_attempts
