// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Compares calls on Baton's channel with the same calls on a bare gRPC channel.
//
//   ./bazelw run --config=opt //tests/harm -- --pairs=50000
//   ./bazelw run --config=opt //tests/harm -- --replay=1f3a --verbose

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/usage.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/time.h"
#include "tests/harm/runs/planted_defects.h"
#include "tests/harm/scenario_text.h"
#include "tests/harm/supervisor.h"
#include "tests/harm/tally.h"
#include "tests/harm/worker.h"
#include "tests/support/real_time.h"

ABSL_FLAG(uint64_t, seed, 1, "the seed of the run");
ABSL_FLAG(int, pairs, 1000, "the number of pairs");
ABSL_FLAG(std::string, profile, "default", "default or strict");
ABSL_FLAG(std::string, only, "", "only pairs with this feature, as \"goaway\"");
ABSL_FLAG(std::string, replay, "", "the seeds of pairs, with commas between");
ABSL_FLAG(std::string, defect, "", "a planted defect in place of Baton");
ABSL_FLAG(int, jobs, 6, "the number of pairs that run at the same time");
ABSL_FLAG(int, hard_limit_ms, 4000, "the limit of one run of a scenario");
ABSL_FLAG(int, shown, 0, "findings of each class that are printed. 0: all");
ABSL_FLAG(bool, verbose, false, "also prints scenarios and outcomes");
ABSL_FLAG(bool, fail_on_findings, false, "exits with 1 if there are findings");
ABSL_FLAG(bool, worker, false, "for child processes: runs --replay here");

namespace baton::harm {
namespace {

// Draws at most this number of scenarios for each pair with --only.
constexpr uint64_t kMostDraws = 2000;

[[noreturn]] void Reject(const std::string& message) {
  std::fprintf(stderr, "harm: %s\n", message.c_str());
  std::exit(2);
}

std::vector<uint64_t> SeedsToReplay(const std::string& text) {
  std::vector<uint64_t> seeds;
  for (const absl::string_view part : absl::StrSplit(text, ',')) {
    uint64_t seed = 0;
    if (!absl::SimpleHexAtoi(part, &seed)) {
      Reject(absl::StrCat("--replay: must be hexadecimal numbers, got ", part));
    }
    seeds.push_back(seed);
  }
  return seeds;
}

std::vector<uint64_t> DrawSeeds(Profile profile) {
  const std::string only = absl::GetFlag(FLAGS_only);
  const auto wanted =
      static_cast<std::size_t>(std::max(absl::GetFlag(FLAGS_pairs), 1));
  std::vector<uint64_t> seeds;
  for (uint64_t i = 0; seeds.size() < wanted; ++i) {
    if (i > wanted * kMostDraws) Reject("--only: no scenario has " + only);
    const uint64_t seed = PairSeed(absl::GetFlag(FLAGS_seed), i);
    if (HasFeature(DrawScenario(seed, profile), only)) seeds.push_back(seed);
  }
  return seeds;
}

Work WorkFromFlags() {
  Work work;
  const std::string profile = absl::GetFlag(FLAGS_profile);
  if (profile == "strict") {
    work.profile = Profile::kStrict;
  } else if (profile != "default") {
    Reject("--profile: must be default or strict, got " + profile);
  }
  const auto defect = DefectByName(absl::GetFlag(FLAGS_defect));
  if (!defect.has_value()) {
    Reject("--defect: unknown name " + absl::GetFlag(FLAGS_defect));
  }
  work.defect = *defect;
  work.hard_limit = absl::GetFlag(FLAGS_hard_limit_ms);
  work.verbose = absl::GetFlag(FLAGS_verbose);
  const std::string replay = absl::GetFlag(FLAGS_replay);
  work.seeds = replay.empty() ? DrawSeeds(work.profile) : SeedsToReplay(replay);
  return work;
}

int Main() {
  const Work work = WorkFromFlags();
  if (absl::GetFlag(FLAGS_worker)) {
    RunWorker(work);
    return 0;
  }
  std::string replay = absl::StrCat("--profile=", absl::GetFlag(FLAGS_profile));
  if (work.defect != Defect::kNone) {
    absl::StrAppend(&replay, " --defect=", absl::GetFlag(FLAGS_defect));
  }
  const std::string options =
      absl::StrCat(replay, " --hard_limit_ms=", work.hard_limit,
                   work.verbose ? " --verbose" : "");
  const Stopwatch watch;
  std::printf("--seed=%llu\n",
              static_cast<unsigned long long>(absl::GetFlag(FLAGS_seed)));
  std::fflush(stdout);
  Tally tally(replay, absl::GetFlag(FLAGS_shown));
  Supervise(work, options, absl::GetFlag(FLAGS_jobs), tally);
  tally.PrintSummary(absl::ToDoubleSeconds(watch.Elapsed()));
  if (tally.errors() > 0) return 1;
  return absl::GetFlag(FLAGS_fail_on_findings) && tally.findings() > 0 ? 1 : 0;
}

}  // namespace
}  // namespace baton::harm

int main(int argc, char** argv) {
  absl::SetProgramUsageMessage(
      "Compares calls on Baton's channel with calls on a bare gRPC channel.");
  absl::ParseCommandLine(argc, argv);
  return baton::harm::Main();
}
