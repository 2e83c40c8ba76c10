// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/harm/pair.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <utility>

#include "tests/harm/rules.h"

namespace baton::harm {
namespace {

// A stall below this time, in milliseconds, does not matter.
constexpr double kStall = 6;
constexpr std::size_t kBareRuns = 3;
constexpr std::size_t kMostTries = 8;

bool Stalled(const RunOutcome& bare, const RunOutcome& tested) {
  return std::max(bare.stall, tested.stall) > kStall;
}

const Finding* Find(const Comparison& comparison, FindingClass kind, int call) {
  for (const Finding& finding : comparison.findings) {
    if (finding.kind == kind && finding.call == call) return &finding;
  }
  return nullptr;
}

class Pair {
 public:
  Pair(const Scenario& scenario, const RunOnce& run)
      : scenario_(scenario), run_(run) {}

  PairResult Run() {
    if (!RunBoth(&result_.bare, &result_.tested)) return std::move(result_);
    result_.comparison = Compare(scenario_, result_.bare, result_.tested);
    Confirm();
    return std::move(result_);
  }

 private:
  bool RunBoth(RunOutcome* bare, RunOutcome* tested) {
    *bare = run_(/*is_bare=*/true);
    *tested = run_(/*is_bare=*/false);
    result_.error = bare->error + tested->error;
    return result_.error.empty();
  }

  // Drops the findings that further runs do not confirm.
  void Confirm() {
    std::vector<Finding> confirmed;
    for (const Finding& finding :
         std::vector<Finding>(result_.comparison.findings)) {
      bool keeps = true;
      if (DependsOnTime(finding.kind)) {
        keeps = IsLateAgain(finding);
      } else if (DependsOnBareRun(finding.kind)) {
        keeps = DiffersFromBareRuns(finding) && Repeats(finding);
      } else if (finding.kind == FindingClass::kCharged) {
        // A connection that breaks may lose a request that was sent.
        keeps = !ConnectionsBreak(scenario_) || Repeats(finding);
      }
      if (keeps && result_.error.empty()) confirmed.push_back(finding);
    }
    result_.comparison.findings = std::move(confirmed);
  }

  // Return further runs. All findings of the pair use the same ones.
  const RunOutcome& BareRun(std::size_t index) {
    return FurtherRun(/*is_bare=*/true, index, bare_runs_);
  }
  const RunOutcome& TestedRun(std::size_t index) {
    return FurtherRun(/*is_bare=*/false, index, tested_runs_);
  }
  const RunOutcome& FurtherRun(bool is_bare, std::size_t index,
                               std::deque<RunOutcome>& runs) {
    while (runs.size() <= index) {
      runs.push_back(run_(is_bare));
      result_.error += runs.back().error;
    }
    return runs[index];
  }

  bool IsLateAgain(const Finding& finding) {
    const bool stalled = Stalled(result_.bare, result_.tested);
    // A retry after a broken connection takes its time, and bare gRPC may be
    // lucky several times.
    const int wanted = ConnectionsBreak(scenario_) ? 4 : 2;
    int votes = stalled ? 0 : 1;
    int late = votes;
    for (std::size_t i = 0; i < kMostTries; ++i) {
      const RunOutcome& bare = BareRun(i);
      const RunOutcome& tested = TestedRun(i);
      if (!result_.error.empty()) return false;
      if (Stalled(bare, tested)) continue;
      ++votes;
      if (IsLaterThanBareRuns(finding, tested)) ++late;
      if (late == wanted || votes - late == 2) return late == wanted;
    }
    result_.undecided = true;
    return false;
  }

  // Returns whether the run is late compared with each bare run. After a
  // restart, for example, bare gRPC itself fails at once or waits.
  bool IsLaterThanBareRuns(const Finding& finding, const RunOutcome& tested) {
    const auto is_later = [&](const RunOutcome& bare) {
      const Comparison again = Compare(scenario_, bare, tested);
      return Find(again, FindingClass::kLate, finding.call) != nullptr;
    };
    return is_later(result_.bare) &&
           std::all_of(bare_runs_.begin(), bare_runs_.end(), is_later);
  }

  bool DiffersFromBareRuns(const Finding& finding) {
    for (std::size_t i = 0; i + 1 < kBareRuns; ++i) {
      const RunOutcome& bare = BareRun(i);
      if (!bare.error.empty()) return false;
      const Comparison again = Compare(scenario_, bare, result_.tested);
      const bool found =
          Find(again, FindingClass::kNotServed, finding.call) != nullptr ||
          Find(again, FindingClass::kDifferent, finding.call) != nullptr;
      if (!found) return false;
    }
    return true;
  }

  // A wrong response counts at once. Three cases are exceptions: after a stall
  // of the machine a deadline may have passed on one channel only, and events
  // race with a connection that breaks, and with a cancellation. Then further
  // runs must show the same, before two runs do not. If connections break, each
  // of these runs must differ from all bare runs, because bare gRPC itself
  // loses some messages or none.
  bool Repeats(const Finding& finding) {
    if (!Stalled(result_.bare, result_.tested) &&
        !ConnectionsBreak(scenario_) && !IsCancelled(finding.call)) {
      return true;
    }
    const bool breaks = ConnectionsBreak(scenario_);
    const int wanted = breaks ? 5 : 1;
    int hits = 0;
    int misses = 0;
    for (std::size_t i = 0; i < kMostTries; ++i) {
      const RunOutcome& tested = TestedRun(i);
      if (!tested.error.empty()) return false;
      if (tested.stall > kStall) continue;
      if (breaks && !BareRun(kBareRuns + i).error.empty()) return false;
      const auto differs = [&](const RunOutcome& bare) {
        const Comparison again = Compare(scenario_, bare, tested);
        return Find(again, finding.kind, finding.call) != nullptr;
      };
      const bool repeats = differs(result_.bare) &&
                           (!breaks || std::all_of(bare_runs_.begin(),
                                                   bare_runs_.end(), differs));
      if (repeats) {
        if (++hits == wanted) return true;
        continue;
      }
      if (++misses == 2) return false;
    }
    result_.undecided = true;
    return false;
  }

  // Returns whether the application cancels the call while it may be in flight.
  bool IsCancelled(int call) const {
    const auto cancels = [call](const CallPlan& plan) {
      return plan.id == call && plan.cancel_after > 0;
    };
    return std::any_of(scenario_.calls.begin(), scenario_.calls.end(),
                       cancels) ||
           std::any_of(scenario_.earlier.begin(), scenario_.earlier.end(),
                       cancels);
  }

  const Scenario& scenario_;
  const RunOnce& run_;
  PairResult result_;
  std::deque<RunOutcome> bare_runs_;
  std::deque<RunOutcome> tested_runs_;
};

}  // namespace

PairResult RunPair(const Scenario& scenario, const RunOnce& run) {
  return Pair(scenario, run).Run();
}

}  // namespace baton::harm
