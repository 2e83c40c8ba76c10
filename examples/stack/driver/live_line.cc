// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/driver/live_line.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace baton::stack {
namespace {

constexpr const char* kBars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

// Returns the bar for a load. Each doubling of the load is one step higher, so
// that both 1 and 30 fit.
const char* BarOf(double load) {
  const double step = load < 1 ? 0 : 1 + std::floor(std::log2(load));
  const auto last = static_cast<double>(std::size(kBars) - 1);
  return kBars[static_cast<int>(std::min(step, last))];
}

}  // namespace

LiveLine::LiveLine(const Scenario& scenario, Style style)
    : style_(style), head_(absl::StrFormat("  %-9s", scenario.name)) {
  if (style_.live()) {
    std::printf("%s%s", style_.Bold(head_).c_str(),
                style_.Dim(scenario.title).c_str());
    std::fflush(stdout);
  }
}

void LiveLine::OnTick(const Tick& tick) {
  const char* const bar = BarOf(tick.store_load);
  absl::StrAppend(&bars_, tick.failed > tick.succeeded ? style_.Bad(bar)
                          : tick.failed == 0           ? style_.Good(bar)
                                                       : bar);
  if (!style_.live()) return;
  std::printf("\r\033[K%s",
              Line(absl::StrFormat("%4.1f calls at the store", tick.store_load))
                  .c_str());
  std::fflush(stdout);
}

void LiveLine::End(const std::string& result) {
  if (style_.live()) std::printf("\r\033[K");
  std::printf("%s\n", Line(result).c_str());
  std::fflush(stdout);
}

std::string LiveLine::Line(const std::string& result) const {
  return absl::StrCat(style_.Bold(head_), bars_, "  ", result);
}

}  // namespace baton::stack
