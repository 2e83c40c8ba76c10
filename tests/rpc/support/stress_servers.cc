// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/rpc/support/stress_servers.h"

#include <utility>

#include "absl/time/time.h"
#include "tests/support/real_time.h"

namespace baton {
namespace {

int Draw(std::mt19937_64& dice, int below) {
  return static_cast<int>(dice() % static_cast<uint64_t>(below));
}

std::string KeyOf(const std::string& payload) {
  return payload.substr(0, payload.find('|'));
}

}  // namespace

StressServers::StressServers(uint64_t seed) {
  ScriptedServer::Options ageing;
  ageing.max_connection_age = absl::Milliseconds(60);
  ageing.max_connection_age_grace = absl::Milliseconds(40);
  servers_.push_back(std::make_unique<ScriptedServer>());
  servers_.push_back(
      std::make_unique<ScriptedServer>(std::vector<ScriptStep>(), ageing));
  servers_.push_back(std::make_unique<ScriptedServer>());
  for (const auto& server : servers_) {
    auto dice = std::make_shared<std::mt19937_64>(++seed);
    server->Otherwise([this, dice](const SeenAttempt& attempt) {
      return StepFor(attempt, *dice);
    });
  }
  restarter_ = std::thread([this, seed] { Restart(seed); });
}

StressServers::~StressServers() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  restarter_.join();
}

std::unordered_map<std::string, int> StressServers::AttemptsByPayload() {
  std::lock_guard<std::mutex> lock(mutex_);
  return seen_;
}

int StressServers::AttemptsOf(const std::string& payload) {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto found = seen_.find(KeyOf(payload));
  return found == seen_.end() ? 0 : found->second;
}

ScriptStep StressServers::StepFor(const SeenAttempt& attempt,
                                  std::mt19937_64& dice) {
  if (attempt.has_request) {
    std::lock_guard<std::mutex> lock(mutex_);
    ++seen_[KeyOf(attempt.payload)];
  }
  const int chance = Draw(dice, 100);
  if (chance < 50) return Echo();
  if (chance < 55) return Echo().HeadersFirst().WithTrailer("x-late", "1");
  if (chance < 75) return Fail(grpc::StatusCode::UNAVAILABLE, "by chance");
  if (chance < 80) {
    return Fail(grpc::StatusCode::UNAVAILABLE, "wait")
        .WithPushback(std::to_string(Draw(dice, 20)));
  }
  if (chance < 82) {
    return Fail(grpc::StatusCode::UNAVAILABLE, "never").WithPushback("-1");
  }
  if (chance < 86) {
    return Fail(grpc::StatusCode::RESOURCE_EXHAUSTED, "full").HeadersFirst();
  }
  if (chance < 90) return Fail(grpc::StatusCode::NOT_FOUND, "no such thing");
  if (chance < 98) return Echo().Held();
  if (chance < 99) return AnswerWithoutMessage();
  return CutConnection();
}

void StressServers::Restart(uint64_t seed) {
  std::mt19937_64 dice(seed + 1000);
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    const auto until = FromNow(absl::Milliseconds(50 + Draw(dice, 200)));
    if (changed_.wait_until(lock, until, [this] { return stopping_; })) return;
    lock.unlock();
    servers_.back()->Stop(absl::Milliseconds(Draw(dice, 20)));
    servers_.back()->Start();
    lock.lock();
  }
}

}  // namespace baton
