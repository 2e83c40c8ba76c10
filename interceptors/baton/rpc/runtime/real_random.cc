// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/runtime/real_random.h"

#include <cstdint>
#include <random>

#include "baton/rpc/runtime/fork_count.h"

namespace baton::rpc {
namespace {

// The SplitMix64 generator. Takes eight bytes for each thread, and its values
// are distributed evenly enough for jitter.
class SplitMix final : public core::UniformSource {
 public:
  SplitMix() { Seed(); }

  double Next() override {
    if (seeded_in_ != ForkCount()) Seed();
    uint64_t word = state_ += 0x9e3779b97f4a7c15;
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
    word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
    word ^= word >> 31;
    // Uses the upper 53 bits: a double in [0, 1) can hold no more.
    return static_cast<double>(word >> 11) * 0x1.0p-53;
  }

 private:
  void Seed() {
    std::random_device device;
    state_ = (uint64_t{device()} << 32) | device();
    seeded_in_ = ForkCount();
  }

  uint64_t state_;
  uint32_t seeded_in_;
};

}  // namespace

core::UniformSource& ThreadUniform() {
  static thread_local SplitMix uniform;
  return uniform;
}

}  // namespace baton::rpc
