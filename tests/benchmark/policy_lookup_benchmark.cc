// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "baton/policy/policy.h"
#include "benchmark/benchmark.h"

namespace baton::core {
namespace {

constexpr int kMethods = 10000;
constexpr int kMethodsPerService = 20;

std::string Service(int method) {
  return absl::StrCat("shop.v1.Service", method / kMethodsPerService);
}

const Policy& TenThousandMethods() {
  static const Policy* const policy = [] {
    auto* built = new Policy();
    for (int i = 0; i < kMethods; ++i) {
      built->SetMethod(Service(i), absl::StrCat("Method", i), {});
      built->SetService(Service(i), {});
    }
    return built;
  }();
  return *policy;
}

// Looks up names in turn, so that no cache line stays warm by accident.
void Find(benchmark::State& state, absl::string_view suffix) {
  const Policy& policy = TenThousandMethods();
  std::vector<std::string> names;
  for (int i = 0; i < kMethods; ++i) {
    const int method = static_cast<int>((i * 7919LL) % kMethods);
    names.push_back(suffix.empty()
                        ? absl::StrCat("/", Service(method), "/Method", method)
                    : suffix == "service"
                        ? absl::StrCat("/", Service(method), "/Other", method)
                        : absl::StrCat("/miss.v1.S", method, "/M", method));
  }
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(&policy.Find(names[next]));
    if (++next == names.size()) next = 0;
  }
}

void BM_FindMethod(benchmark::State& state) { Find(state, ""); }
void BM_FindService(benchmark::State& state) { Find(state, "service"); }
void BM_FindNothing(benchmark::State& state) { Find(state, "miss"); }

// The cost for one call when all calls go to a few methods.
void BM_FindTheSameMethod(benchmark::State& state) {
  const Policy& policy = TenThousandMethods();
  const std::string name = absl::StrCat("/", Service(4711), "/Method4711");
  for (auto _ : state) benchmark::DoNotOptimize(&policy.Find(name));
}

BENCHMARK(BM_FindMethod);
BENCHMARK(BM_FindService);
BENCHMARK(BM_FindNothing);
BENCHMARK(BM_FindTheSameMethod);

}  // namespace
}  // namespace baton::core
