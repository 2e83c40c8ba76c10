// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_FAKE_UNIFORM_H_
#define BATON_TESTS_SUPPORT_FAKE_UNIFORM_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <vector>

#include "baton/core/policy/random.h"

namespace baton::support {

// Repeats the given draws.
//
//   FakeUniform uniform({0.5});  // every draw is the middle
class FakeUniform final : public core::UniformSource {
 public:
  // Takes at least one draw. Each is in [0, 1).
  explicit FakeUniform(std::initializer_list<double> draws) : draws_(draws) {}

  double Next() override { return draws_[drawn_++ % draws_.size()]; }

  // Returns the number of draws up to now.
  std::size_t drawn() const { return drawn_; }

 private:
  const std::vector<double> draws_;
  std::size_t drawn_ = 0;
};

// Pseudo-random draws that are the same in every run and on every platform.
class SeededUniform final : public core::UniformSource {
 public:
  explicit SeededUniform(uint64_t seed) : engine_(seed) {}

  double Next() override {
    // The upper 53 bits fill a double exactly. The distributions of <random>
    // differ between standard libraries.
    constexpr double kTwoToMinus53 = 1.0 / 9007199254740992.0;
    return static_cast<double>(engine_() >> 11) * kTwoToMinus53;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace baton::support

#endif  // BATON_TESTS_SUPPORT_FAKE_UNIFORM_H_
