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
  promise("no call site calls more than 3 times for one request",
          absl::StrCat(outcome.worst_call_site),
          outcome.worst_call_site <= kMostCalls);
  if (outcome.hanging > 0) {
    promise("no request hangs", absl::StrCat(outcome.hanging, " do"), false);
  }
  if (scenario.trouble.fail_ratio() == 1) {
    const double load = outcome.second_half.StoreLoad();
    promise("in its second half, calls at the store for a request <= 1.10",
            absl::StrFormat("%.3f", load), load <= kMostSustainedLoad);
  } else if (scenario.trouble.fail_ratio() > 0) {
    const double success = outcome.trouble.Success();
    promise("at least 96.3 % succeed, where three attempts can give 97.3 %",
            absl::StrCat(PercentText(success), " of ",
                         PercentText(outcome.best_share)),
            success >= kLeastFlakySuccess);
  }
  if (scenario.trouble.stopped() || scenario.crash) {
    const double goodput = outcome.late.Success();
    promise("from a second after its end, at least 99 % succeed",
            PercentText(goodput), goodput >= kLeastGoodput);
  }
  return promises;
}

}  // namespace baton::stack
