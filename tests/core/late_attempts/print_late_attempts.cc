// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Prints the tables of docs/failure-scenarios.md about late attempts. With
// names of families, prints all their cells: print_late_attempts Stalls Hangs.
// "all" means all families. These options come before the names:
//   --first_seed=N, --more_runs=N   other seeds, and N times as many runs
//   --ignore_overtaking, --ignore_kept_work   plant a defect

#include <cstdio>

#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "tests/core/late_attempts/cells.h"
#include "tests/core/late_attempts/comparison.h"
#include "tests/core/late_attempts/families.h"
#include "tests/core/late_attempts/simulated_client.h"
#include "tests/core/late_attempts/tables.h"

namespace {

using baton::late_attempts::Cell;
using baton::late_attempts::Compare;
using baton::late_attempts::Comparison;
using baton::late_attempts::Comparisons;
using baton::late_attempts::Families;
using baton::late_attempts::Family;
using baton::late_attempts::Strategy;

void Print(const char* part, const Comparison& c) {
  if (c.calls == 0) return;
  std::printf("  %-10s %7lld calls  %6.2f -> %6.2f  %+6.2f +- %4.2f  %.3f%s\n",
              part, static_cast<long long>(c.calls), c.PlainSuccess(),
              c.Success(), c.Difference(), c.StandardError(), c.Load(),
              c.Difference() < -c.StandardError() ? "  WORSE" : "");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 1) {
    std::printf("%s\n%s\n%s\n%s", baton::late_attempts::SlowTable().c_str(),
                baton::late_attempts::StallTable().c_str(),
                baton::late_attempts::QuietClientsTable().c_str(),
                baton::late_attempts::OneHangsTable().c_str());
  }
  Strategy strategy = Strategy::kBaton;
  int first_seed = 1;
  int more_runs = 1;
  for (int i = 1; i < argc; ++i) {
    absl::string_view name = argv[i];
    if (absl::ConsumePrefix(&name, "--first_seed=") &&
        !absl::SimpleAtoi(name, &first_seed)) {
      return 1;
    }
    if (absl::ConsumePrefix(&name, "--more_runs=") &&
        !absl::SimpleAtoi(name, &more_runs)) {
      return 1;
    }
    if (name == "--ignore_overtaking") strategy = Strategy::kIgnoresOvertaking;
    if (name == "--ignore_kept_work") strategy = Strategy::kIgnoresKeptWork;
    for (const Family& family : Families()) {
      if (name != family.name && name != "all") continue;
      std::printf("%s\n", family.name);
      for (Cell cell : family.cells()) {
        cell.first_seed = first_seed;
        cell.seeds *= more_runs;
        const Comparisons comparisons = Compare(cell, strategy);
        std::printf(" %s\n", cell.name.c_str());
        Print("failure", comparisons.failure);
        Print("afterwards", comparisons.afterwards);
        Print("all", comparisons.all);
      }
    }
  }
  return 0;
}
