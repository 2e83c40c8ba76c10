// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_POLICY_RANDOM_H_
#define BATON_CORE_POLICY_RANDOM_H_

namespace baton::core {

// The source of random numbers for jitter. Always passed by reference and never
// copied. Two copies of one generator would draw the same delays, and jitter
// must prevent equal delays.
//
// In production, `rpc` passes a generator of the calling thread. A test passes
// a `FakeUniform`, which replays given draws. Implementations need not be
// thread-safe.
class UniformSource {
 public:
  virtual ~UniformSource() = default;
  // Returns the next draw, in [0, 1).
  virtual double Next() = 0;
};

}  // namespace baton::core

#endif  // BATON_CORE_POLICY_RANDOM_H_
