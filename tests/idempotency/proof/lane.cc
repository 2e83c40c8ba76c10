// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/idempotency/proof/lane.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tests/idempotency/proof/effects.h"
#include "tests/idempotency/proof/shared_counters.h"
#include "tests/idempotency/redis_server.h"
#include "tests/support/real_time.h"

namespace baton {
namespace {

// Returns a new directory in memory, so that many payments need not wait for a
// disk. SIGKILL loses nothing there.
std::string NewMemoryDirectory() {
  std::string path = "/dev/shm/baton-XXXXXX";
  return mkdtemp(path.data()) == nullptr ? NewTestDirectory() : path;
}

void Evaluate(const std::vector<PaymentResult>& results, const Effects& effects,
              LaneResult& lane) {
  lane.calls = static_cast<int>(results.size());
  for (std::size_t number = 0; number < results.size(); ++number) {
    const PaymentResult& result = results[number];
    const auto found = effects.find(NameOfRequest(number));
    const std::vector<std::string> receipts =
        found == effects.end() ? std::vector<std::string>() : found->second;
    if (result.succeeded) {
      ++lane.succeeded;
    } else if (result.is_unknown) {
      ++lane.unknown;
    } else {
      ++lane.failed;
      // The twin may have caused the effect.
      lane.hidden += !receipts.empty() && !result.has_twin;
    }
    if (receipts.size() > 1) {
      ++lane.doubled;
      lane.extra_effects += static_cast<int>(receipts.size()) - 1;
    }
    lane.without_effect += receipts.empty();
    for (const std::string& receipt : result.receipts) {
      lane.wrong_answers +=
          std::count(receipts.begin(), receipts.end(), receipt) == 0;
    }
  }
}

}  // namespace

Lane RedisLane() {
  Lane lane;
  lane.name = "Redis";
  lane.guard = Guard::kRedis;
  lane.client.twin = Twin::kSameCall;
  lane.client.repetitions = 1;
  return lane;
}

Lane MemoryLane() {
  Lane lane;
  lane.name = "memory";
  lane.guard = Guard::kMemory;
  lane.replicas = 1;
  // Longer than the time in which retries of unknown outcome are refused.
  lane.troubles.rest = kLongestRetryTime + absl::Seconds(1);
  lane.client.honored = true;
  lane.client.twin = Twin::kRetry;
  return lane;
}

Lane RunAgainLane() {
  Lane lane = RedisLane();
  lane.name = "run again";
  lane.runs_again = true;
  return lane;
}

Lane DatabaseLane() {
  Lane lane;
  lane.name = "SQLite";
  lane.guard = Guard::kDatabase;
  lane.replicas = 1;
  lane.troubles.rest = absl::Seconds(1);
  lane.client.honored = true;
  lane.client.twin = Twin::kSameCall;
  lane.client.repetitions = 50;
  return lane;
}

Lane BareLane() {
  Lane lane;
  lane.name = "bare gRPC";
  lane.client.with_keys = false;
  return lane;
}

std::vector<Lane> AllLanes() {
  return {RedisLane(), MemoryLane(), RunAgainLane(), DatabaseLane(),
          BareLane()};
}

LaneResult Run(const Lane& lane, int calls, uint64_t seed) {
  std::unique_ptr<RedisServer> redis;
  if (lane.guard == Guard::kRedis) {
    redis = std::make_unique<RedisServer>(RedisServer::Disk::kAlways);
  }
  Replica::Settings settings;
  settings.guard = lane.guard;
  settings.runs_again = lane.runs_again;
  settings.directory = NewMemoryDirectory();
  if (redis != nullptr) settings.redis = redis->address();
  const auto counters = CreateSharedCounters(settings.directory + "/counters");
  Troubles::Replicas replicas;
  std::vector<std::string> addresses;
  for (int i = 0; i < lane.replicas; ++i) {
    // No two processes have the same seed.
    settings.seed = seed * 1'000'000 + static_cast<uint64_t>(i) * 10'000;
    replicas.push_back(std::make_unique<Replica>(settings));
    addresses.push_back(replicas.back()->address());
  }
  Troubles::Settings troubles_settings = lane.troubles;
  troubles_settings.seed = seed;
  ClientSettings client = lane.client;
  client.calls = calls;

  LaneResult result;
  const Stopwatch watch;
  Troubles troubles(troubles_settings, replicas, redis.get());
  const std::vector<PaymentResult> payments = MakePayments(addresses, client);
  result.troubles = troubles.Finish();
  result.took = watch.Elapsed();
  replicas.clear();
  result.servers = counters->Read();
  Evaluate(payments,
           lane.guard == Guard::kDatabase
               ? ReadLedger(settings.directory + "/ledger")
               : ReadEffectFile(settings.directory + "/effects"),
           result);
  std::filesystem::remove_all(settings.directory);
  return result;
}

std::string BrokenPromise(const Lane& lane, const LaneResult& result) {
  if (result.wrong_answers > 0) {
    return absl::StrCat(result.wrong_answers, " wrong answers");
  }
  if (lane.guard == Guard::kNothing) {
    return result.doubled > 0 ? "" : "no doubled effect: the troubles failed";
  }
  if (result.hidden > 0) {
    return absl::StrCat(result.hidden, " failed calls had an effect");
  }
  if (lane.runs_again) {
    return result.extra_effects <= result.servers.ran_again
               ? ""
               : absl::StrCat(result.extra_effects, " extra effects, but only ",
                              result.servers.ran_again, " counted");
  }
  if (result.doubled > 0) {
    return absl::StrCat(result.doubled, " effects happened twice");
  }
  if (lane.guard == Guard::kDatabase &&
      (result.succeeded != result.calls || result.without_effect > 0)) {
    return absl::StrCat(result.calls - result.succeeded, " payments failed, ",
                        result.without_effect, " did not happen");
  }
  return "";
}

}  // namespace baton
