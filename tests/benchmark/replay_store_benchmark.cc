// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <memory>
#include <string>

#include "baton/idempotency/idempotency_key.h"
#include "baton/idempotency/memory_replay_store.h"
#include "benchmark/benchmark.h"

namespace baton {
namespace {

std::shared_ptr<ReplayStore> SharedByThreads() {
  static const auto store = NewMemoryReplayStore();
  return store;
}

// A new key and its answer: two functions of the store.
void BM_ClaimAndFinish(benchmark::State& state) {
  const std::shared_ptr<ReplayStore> store = SharedByThreads();
  StoredAnswer answer;
  answer.response = "ok";
  MonotonicTime now;
  for (auto _ : state) {
    state.PauseTiming();
    const ReplayKey key{"/shop.v1.Payments/Charge", "", NewIdempotencyKey()};
    state.ResumeTiming();
    ReplayStore::Request request(key);
    request.now = now;
    const auto claim = store->ClaimKey(request);
    benchmark::DoNotOptimize(
        store->Finish(key, claim->token, &answer, absl::Milliseconds(1), now));
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
