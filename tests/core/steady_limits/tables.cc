// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/steady_limits/tables.h"

#include <vector>

#include "absl/strings/str_format.h"
#include "tests/core/steady_limits/simulation.h"

namespace baton::steady_limits {
namespace {

void AddPart(const std::vector<double>& values, std::string& row) {
  const Changes changes = ChangesOf(values);
  const double hours = static_cast<double>(values.size()) / 3600;
  absl::StrAppendFormat(&row, " | %6.0f %7.0f %7.1f", changes.lowest,
                        changes.highest, changes.turns / hours);
}

}  // namespace

std::string RestlessTable() {
  std::string table =
      absl::StrFormat("%-26s | %-22s | %s\n%-26s", "",
                      "p99 of the last seconds", "p99 for limits", "latency");
  for (int i = 0; i < 2; ++i) {
    absl::StrAppendFormat(&table, " | %6s %7s %7s", "lowest", "highest",
                          "turns/h");
  }
  table += "\n";
  for (const Course& course : RestlessCourses()) {
    const std::vector<Sample> samples = Measure(course);
    std::string row = absl::StrFormat("%-26s", course.name);
    AddPart(PercentilesOf(samples), row);
    AddPart(LimitsOf(samples), row);
    table += row + "\n";
  }
  return table;
}

std::string ChangeTable() {
  constexpr int kMinutes[] = {0, 1, 2, 5, 10, 15, 20, 30, 45, 60};
  std::string table = absl::StrFormat("%-14s", "minutes after");
  for (const int minute : kMinutes)
    absl::StrAppendFormat(&table, " %4d", minute);
  table += "\n";
  for (const Course& course : {Rise(), Fall()}) {
    const std::vector<Sample> samples = Measure(course);
    absl::StrAppendFormat(&table, "%-14s", course.name);
    for (const int minute : kMinutes) {
      const int second = kChangeSecond + 60 * minute;
      absl::StrAppendFormat(&table, " %4.0f", samples[second].limit);
    }
    table += "\n";
  }
  return table;
}

}  // namespace baton::steady_limits
