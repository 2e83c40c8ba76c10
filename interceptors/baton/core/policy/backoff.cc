// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy/backoff.h"

#include <algorithm>
#include <cstdint>

namespace baton::core {
namespace {

// Returns `whole` times `fraction`, which is in [0, 1). The fraction prevents
// an overflow even for the longest duration. Uses nanoseconds, because absl
// takes five times as long to multiply a duration by a double.
absl::Duration Part(absl::Duration whole, double fraction) {
  const auto whole_ns = static_cast<double>(absl::ToInt64Nanoseconds(whole));
  return absl::Nanoseconds(static_cast<int64_t>(whole_ns * fraction));
}

// A part of the ceiling.
struct Range {
  double from;
  double width;
};

Range RangeOf(Jitter jitter) {
  switch (jitter) {
    case Jitter::kFull:
      break;
    case Jitter::kEqual:
      return {0.5, 0.5};
    case Jitter::kPlusMinus20Percent:
      return {0.8, 0.4};
  }
  return {0, 1};
}

}  // namespace

absl::Duration BackoffCeiling(const BackoffOptions& options, int retry) {
  const bool first_is_immediate = options.initial <= absl::ZeroDuration();
  if (first_is_immediate && retry <= 1) return absl::ZeroDuration();
  absl::Duration ceiling =
      first_is_immediate ? defaults::kBackoffInitial : options.initial;
  // A grant has a single digit, so the loop is short.
  for (int i = first_is_immediate ? 2 : 1; i < retry && ceiling < options.max;
       ++i) {
    ceiling *= options.multiplier;
  }
  return std::min(ceiling, options.max);
}

absl::Duration DrawBackoff(const BackoffOptions& options, int retry,
                           UniformSource& random) {
  const absl::Duration ceiling = BackoffCeiling(options, retry);
  const Range range = RangeOf(options.jitter);
  return Part(ceiling, range.from) + Part(ceiling, range.width * random.Next());
}

absl::Duration DrawDemandedWait(absl::Duration demanded, double jitter_ratio,
                                UniformSource& random) {
  return demanded + Part(demanded, jitter_ratio * random.Next());
}

}  // namespace baton::core
