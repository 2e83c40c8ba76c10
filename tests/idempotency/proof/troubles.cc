// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/idempotency/proof/troubles.h"

namespace baton {
namespace {

// Redis restarts in the first round, and then in each round of this number.
constexpr int kRoundsPerRedisRestart = 4;
constexpr absl::Duration kRedisOutage = absl::Milliseconds(50);

}  // namespace

Troubles::Troubles(Settings settings, const Replicas& replicas,
                   RedisServer* redis)
    : settings_(settings),
      replicas_(replicas),
      redis_(redis),
      random_(settings.seed),
      thread_([this] { Run(); }) {}

Troubles::~Troubles() { Finish(); }

Troubles::Counts Troubles::Finish() {
  finished_.Give();
  if (thread_.joinable()) thread_.join();
  return counts_;
}

Replica& Troubles::AnyReplica() {
  return *replicas_[random_() % replicas_.size()];
}

void Troubles::Run() {
  for (int round = 0;; ++round) {
    if (!Calm(settings_.calm)) return;
    AnyReplica().Restart();
    ++counts_.kills;
    if (!Calm(settings_.calm)) return;
    Replica& paused = AnyReplica();
    paused.Stop();
    ++counts_.pauses;
    Calm(settings_.pause);
    paused.Continue();
    if (redis_ != nullptr && round % kRoundsPerRedisRestart == 0) {
      redis_->Kill();
      ++counts_.redis_restarts;
      Calm(kRedisOutage);
      redis_->Start();
    }
    if (!Calm(settings_.rest)) return;
  }
}

}  // namespace baton
