// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/shop/fault_draw.h"

#include <random>

namespace baton::stack {

double FaultDraw(uint64_t seed, uint32_t request_id, int call) {
  std::seed_seq words = {static_cast<uint32_t>(seed),
                         static_cast<uint32_t>(seed >> 32), request_id,
                         static_cast<uint32_t>(call)};
  uint32_t draw[1];
  words.generate(draw, draw + 1);
  return draw[0] * 0x1.0p-32;
}

double BestQuantile(uint64_t seed, uint32_t first, uint32_t last,
                    double fail_ratio, int attempts) {
  if (last < first) return 0;
  int good = 0;
  for (uint32_t request = first; request <= last; ++request) {
    for (int call = 1; call <= attempts; ++call) {
      if (FaultDraw(seed, request, call) < fail_ratio) continue;
      ++good;
      break;
    }
  }
  return static_cast<double>(good) / (last - first + 1.0);
}

}  // namespace baton::stack
