// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/late_attempts/tables.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/time.h"
#include "tests/core/late_attempts/cells.h"
#include "tests/core/late_attempts/comparison.h"
#include "tests/core/late_attempts/simulated_client.h"
#include "tests/core/late_attempts/world.h"

namespace baton::late_attempts {
namespace {

std::string Percent(double points) {
  return absl::StrFormat("%.1f %%", points);
}

// Returns a row of a failure that ends.
std::string StallRow(const std::string& calls, const Cell& cell, double load,
                     absl::Duration stop) {
  const Comparisons result = Compare(cell, Strategy::kBaton);
  const Comparison& failure = result.failure;
  const Comparison& afterwards = result.afterwards;
  return absl::StrFormat(
      "%7s %3.0f %% %5s | %9s %10s | %9s %10s %8.2f\n", calls, 100 * load,
      absl::FormatDuration(stop), Percent(failure.PlainSuccess()),
      Percent(afterwards.PlainSuccess()), Percent(failure.Success()),
      Percent(afterwards.Success()), result.all.Load());
}

std::string StallHead(const char* calls) {
  return absl::StrFormat(
      "%19s | %-20s | %-29s\n%7s %5s %5s | %9s %10s | %9s %10s %8s\n", "",
      "no retries", "Baton", calls, "load", "stall", "meanwhile", "afterwards",
      "meanwhile", "afterwards", "attempts");
}

std::string HangRow(const Cell& cell) {
  const Comparison result = Compare(cell, Strategy::kBaton).failure;
  const World& world = cell.world;
  return absl::StrFormat("%7d %9d %6g/s | %10s | %8s %8.2f\n", world.replicas,
                         world.clients, world.calls_per_second,
                         Percent(result.PlainSuccess()),
                         Percent(result.Success()), result.Load());
}

}  // namespace

std::string SlowTable() {
  constexpr double kRates[] = {0.1, 1, 10, 100, 1000};
  std::string table =
      absl::StrFormat("%7s | %10s | %s\n%7s | %10s |", "", "no retries",
                      "Baton: success (attempts)", "latency", "any rate");
  for (double rate : kRates) {
    absl::StrAppendFormat(&table, " %14s", absl::StrCat(rate, "/s"));
  }
  absl::StrAppend(&table, "\n");
  for (double ratio : {0.2, 0.34, 0.5, 0.7, 0.85, 0.95}) {
    double plain = 100;
    std::string columns;
    for (double rate : kRates) {
      const Comparison result =
          Compare(Steady(ratio, rate, 0.02), Strategy::kBaton).failure;
      plain = std::min(plain, result.PlainSuccess());
      absl::StrAppendFormat(
          &columns, " %14s",
          absl::StrFormat("%s (%.2f)", Percent(result.Success()),
                          result.Load()));
    }
    absl::StrAppendFormat(&table, "%7.2f | %10s |%s\n", ratio, Percent(plain),
                          columns);
  }
  return table;
}

std::string StallTable() {
  std::string table = StallHead("");
  for (double load : {0.5, 0.7, 0.8, 0.9}) {
    for (double seconds : {0.5, 1., 2., 5.}) {
      const absl::Duration stop = absl::Seconds(seconds);
      absl::StrAppend(&table, StallRow("", Stall(load, stop, 1), load, stop));
    }
  }
  return table;
}

std::string QuietClientsTable() {
  std::string table = StallHead("calls");
  for (double each : {0.1, 1., 10.}) {
    for (double load : {0.7, 0.9}) {
      for (double seconds : {0.5, 1., 2.}) {
        const absl::Duration stop = absl::Seconds(seconds);
        absl::StrAppend(&table,
                        StallRow(absl::StrCat(each, "/s"),
                                 QuietClients(each, load, stop), load, stop));
      }
    }
  }
  return table;
}

std::string OneHangsTable() {
  std::string table =
      absl::StrFormat("%26s | %-10s | %s\n%7s %9s %8s | %10s | %8s %8s\n", "",
                      "no retries", "Baton", "servers", "processes", "calls",
                      "success", "success", "attempts");
  for (double rate : {1., 3., 10., 100., 1000.}) {
    absl::StrAppend(&table, HangRow(OneHangs(3, rate, 1)));
  }
  for (int clients : {10, 30, 100, 1000}) {
    absl::StrAppend(&table, HangRow(OneHangs(3, 100, clients)));
  }
  for (int replicas : {2, 10}) {
    for (double rate : {10., 100., 1000.}) {
      absl::StrAppend(&table, HangRow(OneHangs(replicas, rate, 1)));
    }
  }
  return table;
}

}  // namespace baton::late_attempts
