// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_AMPLIFICATION_CORRUPTION_H_
#define BATON_TESTS_CORE_AMPLIFICATION_CORRUPTION_H_

#include <string>
#include <vector>

#include "tests/core/amplification/seeded_uniform.h"

namespace baton::amplification {

// Returns the values of one metadata key as a faulty intermediary may change
// them. The intermediary garbles a character, truncates, repeats, joins, pads
// or enlarges values. It never writes another valid number. That would be
// forgery, which the server's maximum grant covers.
std::vector<std::string> Corrupt(std::vector<std::string> values,
                                 SeededUniform& random);

}  // namespace baton::amplification

#endif  // BATON_TESTS_CORE_AMPLIFICATION_CORRUPTION_H_
