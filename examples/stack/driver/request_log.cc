// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/driver/request_log.h"

#include <algorithm>
#include <cstddef>

#include "examples/stack/shop/fault_draw.h"

namespace baton::stack {
namespace {

absl::Duration Percentile(const std::vector<absl::Duration>& sorted,
                          double share) {
  if (sorted.empty()) return absl::ZeroDuration();
  const auto index =
      static_cast<std::size_t>(share * static_cast<double>(sorted.size()));
  return sorted[std::min(index, sorted.size() - 1)];
}

double Ratio(double part, int whole) { return whole == 0 ? 0 : part / whole; }

}  // namespace

double WindowStats::Success() const { return Ratio(succeeded, requests); }

double WindowStats::StoreLoad() const {
  return Ratio(static_cast<double>(store_calls), requests);
}

WindowStats RequestLog::Window(MonotonicTime from, MonotonicTime to,
                               const CallTally& store) const {
  WindowStats stats;
  std::vector<absl::Duration> lasted;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const RequestRecord& request = requests[i];
    if (request.started < from || request.started >= to) continue;
    ++stats.requests;
    stats.store_calls += store.Calls(first_id + static_cast<uint32_t>(i));
    if (!request.ended) continue;
    lasted.push_back(request.lasted);
    if (request.code == grpc::StatusCode::OK) {
      ++stats.succeeded;
    } else {
      ++stats.failed_by_code[request.code];
    }
  }
  std::sort(lasted.begin(), lasted.end());
  stats.p50 = Percentile(lasted, 0.5);
  stats.p99 = Percentile(lasted, 0.99);
  stats.longest = Percentile(lasted, 1);
  return stats;
}

absl::Duration RequestLog::RecoveredAfter(MonotonicTime since) const {
  constexpr absl::Duration kWindow = absl::Milliseconds(500);
  constexpr absl::Duration kStep = absl::Milliseconds(50);
  if (requests.empty()) return absl::InfiniteDuration();
  absl::Duration recovered = absl::ZeroDuration();
  MonotonicTime from = since;
  for (; from + kWindow <= requests.back().started; from = from + kStep) {
    int all = 0;
    int good = 0;
    for (const RequestRecord& request : requests) {
      if (request.started < from || request.started >= from + kWindow) continue;
      ++all;
      if (request.ended && request.code == grpc::StatusCode::OK) ++good;
    }
    if (good < 0.99 * all) recovered = from - since + kStep;
  }
  return since + recovered == from ? absl::InfiniteDuration() : recovered;
}

double RequestLog::BestQuantile(MonotonicTime from, MonotonicTime to,
                                uint64_t seed, double fail_ratio,
                                int attempts) const {
  uint32_t first = 0;
  uint32_t last = 0;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (requests[i].started < from || requests[i].started >= to) continue;
    last = first_id + static_cast<uint32_t>(i);
    if (first == 0) first = last;
  }
  if (first == 0) return 0;
  return stack::BestQuantile(seed, first, last, fail_ratio, attempts);
}

int RequestLog::Hanging() const {
  return static_cast<int>(
      std::count_if(requests.begin(), requests.end(),
                    [](const RequestRecord& r) { return !r.ended; }));
}

}  // namespace baton::stack
