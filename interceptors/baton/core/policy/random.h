// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_POLICY_RANDOM_H_
#define BATON_CORE_POLICY_RANDOM_H_

namespace baton::core {

// Where jitter comes from. Always passed by reference and never copied: two
// copies of one generator draw the same delays, and equal delays are what
// jitter is there to prevent.
//
// In production the shell passes a generator of the calling thread; a test
// passes a `FakeUniform` that replays the draws it was given. Implementations
// need not be thread-safe.
class UniformSource {
 public:
  virtual ~UniformSource() = default;
  // The next draw, in [0, 1).
  virtual double Next() = 0;
};

}  // namespace baton::core

#endif  // BATON_CORE_POLICY_RANDOM_H_
