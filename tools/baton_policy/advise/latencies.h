// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_BATON_POLICY_ADVISE_LATENCIES_H_
#define BATON_TOOLS_BATON_POLICY_ADVISE_LATENCIES_H_

#include <map>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace baton::tools {

// The recorded latencies of the attempts of one method. A value.
class Latencies {
 public:
  // Adds successful attempts that took at most `latency`, and longer than the
  // next smaller latency that was added. Infinite: they took longer than any
  // other.
  void AddAnswers(absl::Duration latency, double count);
  // Adds attempts that the client ended before an answer came: by a timeout or
  // a cancellation. They would have taken longer than they did.
  void AddCut(double count) { cut_ += count; }

  double answers() const { return answers_; }
  double cut() const { return cut_; }
  double attempts() const { return answers_ + cut_; }

  // Returns the shortest known time in which at least this ratio of the
  // attempts got an answer. An attempt that was cut counts as endless. nullopt:
  // the time is not known. `ratio` is in (0, 1).
  std::optional<absl::Duration> Percentile(double ratio) const;

 private:
  std::map<absl::Duration, double> answers_by_latency_;
  double answers_ = 0;
  double cut_ = 0;
};

// The latencies of all methods, by their full names "/shop.v1.Inventory/Get".
using LatenciesByMethod = std::map<std::string, Latencies>;

// Returns whether attempts with this status were cut: the client ended them.
bool IsCut(absl::string_view status);

// Returns the full name of a method with or without its first slash.
std::string FullMethod(absl::string_view method);

}  // namespace baton::tools

#endif  // BATON_TOOLS_BATON_POLICY_ADVISE_LATENCIES_H_
