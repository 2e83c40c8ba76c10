// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_DRIVER_LIVE_LINE_H_
#define BATON_EXAMPLES_STACK_DRIVER_LIVE_LINE_H_

#include <string>

#include "examples/stack/driver/run.h"
#include "examples/stack/driver/style.h"

namespace baton::stack {

// A scenario as one line of a terminal, with a bar for each quarter of a
// second: as high as the store's load, red where requests fail. Where the
// output is no terminal, the line comes at the end.
class LiveLine final : public Progress {
 public:
  LiveLine(const Scenario& scenario, Style style);

  void OnTick(const Tick& tick) override;
  // The last state of the line, with what came of it.
  void End(const std::string& result);

 private:
  std::string Line(const std::string& result) const;

  const Style style_;
  const std::string head_;
  std::string bars_;
};

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_DRIVER_LIVE_LINE_H_
