// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>

#include "tests/fuzz/fuzz_input.h"
#include "tests/fuzz/witness/client_attack.h"

// The input is a script: see client_attack.h.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  baton::fuzz::AttackClient(baton::fuzz::TextOf(data, size));
  return 0;
}
