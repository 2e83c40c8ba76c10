// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/driver/promises.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "examples/stack/driver/style.h"

namespace baton::stack {

std::vector<Promise> PromisesOf(const Scenario& scenario,
                                const Outcome& outcome) {
  std::vector<Promise> promises;
  const auto promise = [&](const std::string& text, std::string measured,
                           bool kept) {
    promises.push_back(
        {absl::StrCat(scenario.name, ": ", text), std::move(measured), kept});
  };
  promise("at most 3 calls by each call site for one request",
          absl::StrCat(outcome.worst_call_site),
          outcome.worst_call_site <= kMostCalls);
  if (outcome.hanging > 0) {
    promise("no request hangs", absl::StrCat(outcome.hanging, " hang"), false);
  }
  if (scenario.trouble.fail_ratio() == 1) {
    const double load = outcome.trouble.StoreLoad();
    promise("at most 1.05 calls at the store per request",
            absl::StrFormat("%.3f", load), load <= kMostOutageLoad);
  } else if (scenario.trouble.fail_ratio() > 0) {
    const double success = outcome.trouble.Success();
    promise("at least 96.3 % of requests succeed, 3 attempts can reach 97.3 %",
            absl::StrCat(PercentText(success), ", these faults allow ",
                         PercentText(outcome.best_quantile)),
            success >= kLeastFlakySuccess);
  }
  if (scenario.trouble.stopped() || scenario.crash) {
    const double goodput = outcome.late.Success();
    promise("at least 99 % of requests succeed from 1 s after the end",
            PercentText(goodput), goodput >= kLeastGoodput);
  }
  return promises;
}

}  // namespace baton::stack
