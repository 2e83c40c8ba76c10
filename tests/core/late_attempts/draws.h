// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_LATE_ATTEMPTS_DRAWS_H_
#define BATON_TESTS_CORE_LATE_ATTEMPTS_DRAWS_H_

#include <cstdint>

#include "baton/core/policy/random.h"

namespace baton::late_attempts {

// Random numbers from a seed (SplitMix64). Cheap to create, so that each
// attempt can have its own numbers. The same attempt then needs the same work
// under every strategy.
class Draws final : public core::UniformSource {
 public:
  explicit Draws(uint64_t seed) : state_(seed) {}

  double Next() override {
    return static_cast<double>(NextBits() >> 11) * 0x1.0p-53;
  }

  uint64_t NextBits() {
    uint64_t bits = state_ += 0x9e3779b97f4a7c15;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    return bits ^ (bits >> 31);
  }

 private:
  uint64_t state_;
};

}  // namespace baton::late_attempts

#endif  // BATON_TESTS_CORE_LATE_ATTEMPTS_DRAWS_H_
