// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/harm/worker.h"

#include <unistd.h>

#include <cinttypes>
#include <cstdio>
#include <memory>

#include "absl/strings/str_replace.h"
#include "tests/harm/pair.h"
#include "tests/harm/runs/run.h"
#include "tests/harm/scenario_text.h"
#include "tests/support/agenda.h"

namespace baton::harm {
namespace {

void Print(const std::string& line) {
  std::fprintf(stdout, "%s\n",
               absl::StrReplaceAll(line, {{"\n", " "}}).c_str());
  std::fflush(stdout);
}

void PrintOutcomes(const PairResult& pair) {
  std::fprintf(stderr, "bare gRPC:\n%stested channel:\n%s",
               Describe(pair.bare).c_str(), Describe(pair.tested).c_str());
}

void RunOnePair(const Work& work, uint64_t seed) {
  const Scenario scenario = DrawScenario(seed, work.profile);
  if (work.verbose) std::fputs(Describe(scenario).c_str(), stderr);
  Subject tested;
  tested.defect = work.defect;
  tested.has_baton = work.defect == Defect::kNone;
  const PairResult pair = RunPair(scenario, [&](bool is_bare) {
    Print(is_bare ? "phase bare" : "phase tested");
    Agenda guard;
    guard.After(work.hard_limit, [] { _exit(kHangExit); });
    return RunScenario(scenario, is_bare ? Subject() : tested);
  });
  if (work.verbose) PrintOutcomes(pair);
  for (const Finding& finding : pair.comparison.findings) {
    Print("finding " + ToString(finding.kind) + " " + finding.text);
  }
  for (const std::string& limit : pair.comparison.limits) {
    Print("limit " + limit);
  }
  if (pair.undecided) Print("undecided");
  if (!pair.error.empty()) Print("error " + pair.error);
}

}  // namespace

void RunWorker(const Work& work) {
  for (const uint64_t seed : work.seeds) {
    char text[32];
    std::snprintf(text, sizeof(text), "%" PRIx64, seed);
    Print(std::string("begin ") + text);
    RunOnePair(work, seed);
    Print(std::string("end ") + text);
  }
}

}  // namespace baton::harm
