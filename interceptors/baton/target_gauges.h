// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TARGET_GAUGES_H_
#define BATON_TARGET_GAUGES_H_

#include "baton/base/export.h"

#include <cstdint>
#include <string>
#include <vector>

#include "absl/time/time.h"

namespace BATON_EXPORT baton {

// A limit that follows the measured latency of one method.
struct MeasuredLimit {
  std::string method;  // such as "/shop.v1.Inventory/Get"
  // The time after which an attempt of the method is late. Positive.
  absl::Duration limit;
};

// The state of one target at one moment, as this process knows it.
struct TargetGauges {
  std::string target;  // as given to CreateChannel()
  // The level of the process budget, in tokens.
  double budget_level = 0;
  // The maximum level of the process budget, in tokens.
  double budget_capacity = 0;
  // The number of open retry breakers of the target and of its methods. While
  // they are open, they block retries.
  int open_breakers = 0;
  // The limits of the methods with enough measured calls. The order is
  // unspecified.
  std::vector<MeasuredLimit> measured_limits;
};

// Provides the gauges of all targets, and of the process. Thread-safe.
class TargetGaugeSource {
 public:
  virtual ~TargetGaugeSource() = default;
  // Returns the bytes of the requests and messages that all calls of the
  // process keep for later attempts. The policy limits them with
  // `process_replay.max_bytes`.
  virtual int64_t KeptBytes() const { return 0; }
  // Returns the length of the longest stall of this process in the last minute
  // or two: a time in which it ran nothing that was due.
  virtual absl::Duration LongestStall() const { return absl::ZeroDuration(); }
  // Returns the gauges of every target for which a channel exists. The order is
  // unspecified.
  virtual std::vector<TargetGauges> Read() const = 0;
};

}  // namespace baton

#endif  // BATON_TARGET_GAUGES_H_
