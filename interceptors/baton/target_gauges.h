// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TARGET_GAUGES_H_
#define BATON_TARGET_GAUGES_H_

#include <string>
#include <vector>

namespace baton {

// What a process knows of one target at a moment.
struct TargetGauges {
  std::string target;  // as its channels were created for
  // Of the process budget, in tokens.
  double budget_level = 0;
  double budget_capacity = 0;
  // Retries to it go: its health gate is open.
  bool healthy = true;
};

// Where the gauges of all targets are read. Thread-safe.
class TargetGaugeSource {
 public:
  virtual ~TargetGaugeSource() = default;
  // Of every target that has a channel now, in no order.
  virtual std::vector<TargetGauges> Read() const = 0;
};

}  // namespace baton

#endif  // BATON_TARGET_GAUGES_H_
