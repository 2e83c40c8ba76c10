// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/driver/result_table.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace baton::stack {
namespace {

std::string Headed(const std::string& head, RetryMode mode,
                   const std::string& text, Style style) {
  return absl::StrCat(style.Bold(absl::StrFormat("%-9s ", head)),
                      mode == RetryMode::kBaton ? style.Good(text) : text,
                      "\n");
}

std::string RowText(const ResultRow& row, bool first, Style style) {
  const Outcome& outcome = row.outcome;
  // The run may end before the time window of the later requests.
  const bool ends_early = outcome.late.requests == 0;
  const std::string late =
      ends_early ? "-" : PercentText(outcome.late.Success());
  const std::string recovered = ends_early ? "-" : ShortText(outcome.recovered);
  const std::string text = absl::StrFormat(
      "%-24s %8.2f %8.2f  %9s %9s  %8s %8s  %9s", NameOf(row.mode),
      outcome.trouble.StoreLoad(), outcome.second_half.StoreLoad(),
      PercentText(outcome.trouble.Success()), late,
      ShortText(outcome.trouble.p50), ShortText(outcome.trouble.p99),
      recovered);
  return Headed(first ? row.scenario : "", row.mode, text, style);
}

}  // namespace

std::string ResultTable(const std::vector<OneRequestRow>& one_request,
                        const std::vector<ResultRow>& rows, Style style) {
  std::string table = style.Dim(absl::StrFormat(
      "%-9s %-24s %17s  %19s  %17s  %9s\n%-9s %-24s %8s %8s  %9s %9s  %8s %8s"
      "  %9s\n",
      "", "", "calls at store", "requests served", "latency", "recovered", "",
      "", "mean", "2nd half", "during", "later", "p50", "p99", "after"));
  std::string down = "down";
  for (const OneRequestRow& row : one_request) {
    const std::string text =
        absl::StrFormat("%-24s %8d", NameOf(row.mode), row.store_calls);
    absl::StrAppend(&table, Headed(down, row.mode, text, style));
    down.clear();
  }
  std::vector<std::string> done;
  for (const ResultRow& head : rows) {
    if (std::find(done.begin(), done.end(), head.scenario) != done.end()) {
      continue;
    }
    done.push_back(head.scenario);
    bool first = true;
    for (const ResultRow& row : rows) {
      if (row.scenario != head.scenario) continue;
      absl::StrAppend(&table, RowText(row, first, style));
      first = false;
    }
  }
  return table;
}

std::string OneLine(const Outcome& outcome) {
  return absl::StrFormat("%5.2f calls at the store, %s served, p99 %s",
                         outcome.trouble.StoreLoad(),
                         PercentText(outcome.trouble.Success()),
                         ShortText(outcome.trouble.p99));
}

}  // namespace baton::stack
