// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "baton/idempotency/idempotency_key.h"
#include "baton/idempotency/memory_replay_store.h"
#include "benchmark/benchmark.h"

namespace baton {
namespace {

std::shared_ptr<ReplayStore> SharedByThreads() {
  static const auto store = NewMemoryReplayStore();
  return store;
}

// A key is free again when it comes back, because the benchmark adds a
// microsecond to its time for each key.
constexpr std::size_t kKeys = 8192;
constexpr absl::Duration kKeepFor = absl::Milliseconds(1);

// A new key and its answer: two functions of the store.
void BM_ClaimAndFinish(benchmark::State& state) {
  const std::shared_ptr<ReplayStore> store = SharedByThreads();
  StoredAnswer answer;
  answer.response = "ok";
  std::vector<ReplayKey> keys;
  for (std::size_t i = 0; i < kKeys; ++i) {
    keys.push_back({"/shop.v1.Payments/Charge", "", NewIdempotencyKey()});
  }
  MonotonicTime now;
  std::size_t next = 0;
  for (auto _ : state) {
    const ReplayKey& key = keys[next++ % kKeys];
    ReplayStore::Request request(key);
    request.now = now;
    const auto claim = store->ClaimKey(request);
    benchmark::DoNotOptimize(
        store->Finish(key, claim->token, &answer, kKeepFor, now));
    now = now + absl::Microseconds(1);
  }
}
BENCHMARK(BM_ClaimAndFinish)->ThreadRange(1, 2);

// A known key.
void BM_Replay(benchmark::State& state) {
  const auto store = NewMemoryReplayStore();
  const ReplayKey key{"/shop.v1.Payments/Charge", "", "order-42"};
  ReplayStore::Request request(key);
  const StoredAnswer answer;
  const auto claim = store->ClaimKey(request);
  benchmark::DoNotOptimize(
      store->Finish(key, claim->token, &answer, absl::Minutes(1), {}));
  for (auto _ : state) benchmark::DoNotOptimize(store->ClaimKey(request));
}
BENCHMARK(BM_Replay);

}  // namespace
}  // namespace baton
