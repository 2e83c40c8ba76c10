// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_AMPLIFICATION_SEEDED_UNIFORM_H_
#define BATON_TESTS_CORE_AMPLIFICATION_SEEDED_UNIFORM_H_

#include <cstdint>

#include "baton/core/policy/random.h"

namespace baton::amplification {

// Random numbers that are the same in every run: splitmix64 from a seed.
class SeededUniform : public core::UniformSource {
 public:
  explicit SeededUniform(uint64_t seed) : state_(seed) {}

  double Next() override { return static_cast<double>(Bits() >> 11) * 0x1p-53; }

  // Returns 0 to n - 1.
  int Below(int n) { return static_cast<int>(Next() * n); }
  int Between(int low, int high) { return low + Below(high - low + 1); }
  // Draws no number for a probability of zero.
  bool Chance(double probability) {
    return probability > 0 && Next() < probability;
  }

 private:
  uint64_t Bits() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  uint64_t state_;
};

}  // namespace baton::amplification

#endif  // BATON_TESTS_CORE_AMPLIFICATION_SEEDED_UNIFORM_H_
