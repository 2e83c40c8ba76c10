// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "absl/strings/string_view.h"
#include "tools/baton_policy/advise/latencies.h"
#include "tools/baton_policy/advise/prometheus_text.h"

// Reads any metrics. Percentiles grow with their ratio.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  baton::tools::LatenciesByMethod latencies;
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  if (!baton::tools::AddPrometheusText(text, latencies).ok()) return 0;
  for (const auto& [method, recorded] : latencies) {
    const auto p50 = recorded.Percentile(0.5);
    const auto p99 = recorded.Percentile(0.99);
    if (p99.has_value() && (!p50.has_value() || *p50 > *p99)) std::abort();
  }
  return 0;
}
