// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_POLICY_RANDOM_H_
#define BATON_CORE_POLICY_RANDOM_H_

namespace baton::core {

// The source of random numbers for jitter. Callers pass it by reference and
// never copy it. Two copies of one generator would return the same numbers, and
// jitter must make waits different.
//
// In production, Baton passes ThreadUniform() of real_random.h, the generator
// of the calling thread. A test passes a `FakeUniform`, which returns given
// numbers. Implementations need not be thread-safe.
class UniformSource {
 public:
  virtual ~UniformSource() = default;
  // Returns the next random number. At least 0, and below 1.
  virtual double Next() = 0;
};

}  // namespace baton::core

#endif  // BATON_CORE_POLICY_RANDOM_H_
