// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_DRIVER_LIVE_LINE_H_
#define BATON_EXAMPLES_STACK_DRIVER_LIVE_LINE_H_

#include <string>

#include "examples/stack/driver/run.h"
#include "examples/stack/driver/style.h"

namespace baton::stack {

// Shows the progress of a scenario in one line of the terminal, with one bar
// for each quarter of a second. The height is the store's load. A bar is red if
// most requests fail. If the output is not a terminal, the line appears at the
// end.
class LiveLine final : public Progress {
 public:
  LiveLine(const Scenario& scenario, Style style);

  void OnTick(const Tick& tick) override;
  // Prints the final line, with the result of the scenario.
  void End(const std::string& result);

 private:
  std::string Line(const std::string& result) const;

  const Style style_;
  const std::string head_;
  std::string bars_;
};

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_DRIVER_LIVE_LINE_H_
