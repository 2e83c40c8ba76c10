// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_AMPLIFICATION_CORRUPTION_H_
#define BATON_TESTS_CORE_AMPLIFICATION_CORRUPTION_H_

#include <string>
#include <vector>

#include "tests/core/amplification/seeded_uniform.h"

namespace baton::law {

// What a careless intermediary may make of the values of one metadata key: it
// garbles a character, cuts the end, repeats, joins, pads or swells them. It
// never writes another valid number: that is forgery, which the listener's cap
// is for.
std::vector<std::string> Corrupt(std::vector<std::string> values,
                                 SeededUniform& random);

}  // namespace baton::law

#endif  // BATON_TESTS_CORE_AMPLIFICATION_CORRUPTION_H_
