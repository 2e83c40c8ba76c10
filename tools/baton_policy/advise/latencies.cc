// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/baton_policy/advise/latencies.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace baton::tools {

void Latencies::AddAnswers(absl::Duration latency, double count) {
  if (!(count > 0)) return;
  answers_by_latency_[latency] += count;
  answers_ += count;
}

std::optional<absl::Duration> Latencies::Percentile(double ratio) const {
  const double wanted = ratio * attempts();
  double seen = 0;
  for (const auto& [latency, count] : answers_by_latency_) {
    seen += count;
    if (seen < wanted) continue;
    if (latency == absl::InfiniteDuration()) return std::nullopt;
    return latency;
  }
  return std::nullopt;
}

bool IsCut(absl::string_view status) {
  return status == "DEADLINE_EXCEEDED" || status == "CANCELLED";
}

std::string FullMethod(absl::string_view method) {
  return absl::StartsWith(method, "/") ? std::string(method)
                                       : absl::StrCat("/", method);
}

}  // namespace baton::tools
