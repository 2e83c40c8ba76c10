// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Makes payments at servers that lose answers, answer slowly, get a request
// twice at the same time, are killed with SIGKILL and paused for longer than
// their lease, while Redis restarts. Counts the effects of each payment, for
// each kind of replay store and for the retries of bare gRPC. Prints a table.
// docs/idempotency-keys.md has the results.
//
//   proof --calls=100000 --seed=1   the calls of each lane
//   proof --only=Redis              one lane: Redis, memory, "run again",
//                                   SQLite or "bare gRPC"
//
// The exit code is 1 if a lane breaks its promise.

#include <cstdint>
#include <cstdio>
#include <string>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/usage.h"
#include "absl/time/time.h"
#include "tests/idempotency/proof/lane.h"
#include "tests/idempotency/proof/replica.h"

ABSL_FLAG(int, calls, 100'000, "the calls of each lane");
ABSL_FLAG(uint64_t, seed, 1, "decides which requests fail");
ABSL_FLAG(std::string, only, "", "the name of one lane; empty: all");

namespace baton {
namespace {

constexpr char kHeader[] =
    "| lane | calls | succeeded | outcome unknown | failed | failed with "
    "effect | wrong answers | effects doubled | replayed | ran again | kills | "
    "pauses | Redis restarts | time |\n"
    "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";

void PrintRow(const Lane& lane, const LaneResult& result) {
  std::printf(
      "| %s | %d | %d | %d | %d | %d | %d | %d | %lld | %lld | %d | %d | %d | "
      "%.0f s |\n",
      lane.name.c_str(), result.calls, result.succeeded, result.unknown,
      result.failed, result.hidden, result.wrong_answers, result.extra_effects,
      static_cast<long long>(result.servers.replayed),
      static_cast<long long>(result.servers.ran_again), result.troubles.kills,
      result.troubles.pauses, result.troubles.redis_restarts,
      absl::ToDoubleSeconds(result.took));
  std::fflush(stdout);
}

int Main() {
  bool found = false;
  bool kept = true;
  std::printf("%s", kHeader);
  for (const Lane& lane : AllLanes()) {
    const std::string only = absl::GetFlag(FLAGS_only);
    if (!only.empty() && only != lane.name) continue;
    found = true;
    const LaneResult result =
        Run(lane, absl::GetFlag(FLAGS_calls), absl::GetFlag(FLAGS_seed));
    PrintRow(lane, result);
    const std::string broken = BrokenPromise(lane, result);
    if (broken.empty()) continue;
    std::printf("%s: FAIL: %s\n", lane.name.c_str(), broken.c_str());
    kept = false;
  }
  if (!found) {
    std::fprintf(stderr, "no such lane: %s\n",
                 absl::GetFlag(FLAGS_only).c_str());
    return 2;
  }
  return kept ? 0 : 1;
}

}  // namespace
}  // namespace baton

int main(int argc, char** argv) {
  baton::Replica::ServeIfChild(argc, argv);
  absl::SetProgramUsageMessage("counts the effects of repeated payments");
  absl::ParseCommandLine(argc, argv);
  return baton::Main();
}
