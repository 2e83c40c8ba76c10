// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/steady_limit.h"

#include <algorithm>
#include <cmath>

namespace baton::core {
namespace {

constexpr std::memory_order kRelaxed = std::memory_order_relaxed;

// Returns `time` in seconds, or half of `age` if that is less.
double ForAge(absl::Duration time, double age) {
  return std::min(absl::ToDoubleSeconds(time), age / 2);
}

}  // namespace

double SteadyLimit::Moved(double level, double measured, double gap) {
  const double age = age_.load(kRelaxed) + gap;
  age_.store(age, kRelaxed);
  const int side = (measured > level ? 1 : 0) - (measured < level ? 1 : 0);
  if (side_.exchange(side, kRelaxed) != side) side_since_.store(age, kRelaxed);
  if (side == 0) return level;
  const double hold = ForAge(side > 0 ? kHoldBeforeRise : kHoldBeforeFall, age);
  if (age - side_since_.load(kRelaxed) < hold) return level;
  const double constant = ForAge(side > 0 ? kRise : kFall, age);
  const double ratio = constant > 0 ? 1 - std::exp(-gap / constant) : 0;
  return level * std::pow(measured / level, ratio);
}

void SteadyLimit::Follow(absl::Duration measured, MonotonicTime now) {
  const double measured_us = absl::ToDoubleMicroseconds(measured);
  const int64_t now_ns = now.nanos();
  const int64_t before_ns = followed_at_ns_.exchange(now_ns, kRelaxed);
  const auto value = static_cast<double>(value_us_.load(kRelaxed));
  double level = level_us_.load(kRelaxed);
  if (value == 0) {
    level = measured_us;
  } else {
    const double gap =
        std::clamp(static_cast<double>(now_ns - before_ns) * 1e-9, 0.0,
                   absl::ToDoubleSeconds(kLongestGap));
    level = Moved(level, measured_us, gap);
  }
  level_us_.store(level, kRelaxed);
  if (level < value * kStep && level > value / kStep) return;
  value_us_.store(static_cast<int64_t>(level), kRelaxed);
}

}  // namespace baton::core
