// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>

#include "tests/fuzz/policy_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  baton::fuzz::CheckPolicy(baton::PolicyFormat::kText, data, size);
  return 0;
}
