// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/channel/peer_capabilities.h"

#include "absl/status/status.h"

namespace baton::rpc {
namespace {

// The precision of the times. A write for each response would make the cores
// compete for the cache line.
constexpr int64_t kPrecisionNs = 1'000'000'000;

int64_t NanosOf(MonotonicTime time) {
  return absl::ToInt64Nanoseconds(time - MonotonicTime());
}

// gRPC itself answers requests for unknown methods, before any interceptor.
bool IsFromHandler(const AttemptOutcome& outcome) {
  return outcome.origin == AttemptOrigin::kServer &&
         outcome.code != absl::StatusCode::kUnimplemented;
}

}  // namespace

void PeerCapabilities::OnAttemptEnd(const AttemptOutcome& outcome,
                                    MonotonicTime now) {
  const bool has_advice = outcome.advice.has_value();
  const auto note = [now_ns = NanosOf(now)](std::atomic<int64_t>& time_ns) {
    const int64_t known = time_ns.load(std::memory_order_relaxed);
    if (known != kNever && now_ns - known < kPrecisionNs) return;
    time_ns.store(now_ns, std::memory_order_relaxed);
  };
  // Writes only once. After that, the cores share the cache line for reading.
  if (has_advice && !participates()) {
    participates_.store(true, std::memory_order_relaxed);
  }
  if (has_advice && outcome.advice->drops_cancelled_work) {
    note(with_ns_);
  } else if (has_advice || IsFromHandler(outcome)) {
    note(without_ns_);
  }
}

bool PeerCapabilities::DropsCancelledWork(MonotonicTime now) const {
  const int64_t memory_ns = absl::ToInt64Nanoseconds(kMemory);
  const int64_t now_ns = NanosOf(now);
  const auto is_recent = [&](const std::atomic<int64_t>& time_ns) {
    const int64_t time = time_ns.load(std::memory_order_relaxed);
    return time != kNever && now_ns - time < memory_ns;
  };
  return is_recent(with_ns_) && !is_recent(without_ns_);
}

}  // namespace baton::rpc
