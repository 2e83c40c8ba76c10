// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_FUZZ_POLICY_FUZZ_H_
#define BATON_TESTS_FUZZ_POLICY_FUZZ_H_

#include <cstddef>
#include <cstdint>

#include "baton/policy/policy_loader.h"

namespace baton::fuzz {

// Reads the input as a policy of that format. Each loaded or imported policy
// must be valid, and must load again from its written text. Aborts if not.
void CheckPolicy(PolicyFormat format, const std::uint8_t* data,
                 std::size_t size);

}  // namespace baton::fuzz

#endif  // BATON_TESTS_FUZZ_POLICY_FUZZ_H_
