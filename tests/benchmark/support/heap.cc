// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/benchmark/support/heap.h"

#include <malloc.h>

namespace baton::benchmarks {

double HeapBytes() {
  const struct mallinfo2 info = mallinfo2();
  return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
}

}  // namespace baton::benchmarks
