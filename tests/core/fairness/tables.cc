// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/fairness/tables.h"

#include "absl/strings/str_format.h"
#include "absl/time/time.h"
#include "tests/core/fairness/cells.h"
#include "tests/core/fairness/world.h"

namespace baton::fairness {
namespace {

const char* NameOf(Before before) {
  switch (before) {
    case Before::kNothing:
      return "new process";
    case Before::kHealth:
      return "10 s healthy";
    case Before::kOutage:
      return "10 s outage";
  }
  return "";
}

}  // namespace

std::string FailingMethodsTable() {
  std::string text =
      "                   | retries allowed, healthy methods\n"
      "failing methods    |      1       10      200   10, no accounts\n";
  for (const FailingMethods& failing : kFailingMethods) {
    absl::StrAppendFormat(&text, "%-18s |", failing.name);
    for (const int healthy : {1, 10, 200}) {
      absl::StrAppendFormat(&text, " %5.1f %% ",
                            100 * WorstGranted(failing, healthy));
    }
    absl::StrAppendFormat(
        &text, "          %5.1f %%\n",
        100 * WorstGranted(failing, 10, Limits::kWithoutAccounts));
  }
  return text;
}

std::string WholeOutageTable() {
  std::string text =
      "                       | extra attempts              | load\n"
      "outage  failing   rate |   mean   p99   max    bound | whole  2nd "
      "half\n";
  for (const OutageResult& worst : WorstOutageResults()) {
    const Outage& outage = worst.outage;
    absl::StrAppendFormat(
        &text,
        "%4.0f s  %4.0f ms  %5.0f | %6.1f  %4.0f  %4.0f  %7.1f | %5.2f  "
        "%8.2f\n",
        absl::ToDoubleSeconds(outage.length),
        absl::ToDoubleMilliseconds(outage.failure_takes), outage.rate,
        worst.extra_attempts, worst.p99_extra_attempts,
        worst.max_extra_attempts, MaxExtraAttempts(outage), worst.load,
        worst.second_half_load);
  }
  return text;
}

std::string IndependentFailuresTable() {
  std::string text =
      "                             | success of calls\n"
      "before        methods   rate | first 5 s    later\n";
  for (const IndependentResult& result : IndependentResults()) {
    absl::StrAppendFormat(&text, "%-12s  %7d  %5.0f |   %5.1f %%  %5.1f %%\n",
                          NameOf(result.before), result.methods, result.rate,
                          100 * result.first_5_s, 100 * result.later);
  }
  return text;
}

}  // namespace baton::fairness
