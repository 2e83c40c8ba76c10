// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/runtime/misuse_report.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iostream>

#include "absl/strings/str_cat.h"
#include "baton/core/report/printable_text.h"
#include "baton/misuse.h"

namespace baton::rpc {
namespace {

int64_t MaxLinesOf(Misuse kind) {
  return kind == Misuse::kUnlinkedCall ? 1000 : 10;
}

constexpr std::size_t kLongestLine = 1024;

using Counts = std::array<std::atomic<int64_t>, 5>;

std::atomic<int64_t>& CountOf(Misuse kind) {
  static Counts counts{};
  return counts[static_cast<std::size_t>(kind)];
}

std::atomic<int64_t>& LinesOf(Misuse kind) {
  static Counts lines{};
  return lines[static_cast<std::size_t>(kind)];
}

}  // namespace

void ReportMisuse(Misuse kind, absl::string_view problem) {
  CountMisuse(kind);
  WriteMisuse(kind, problem);
}

void CountMisuse(Misuse kind) {
  CountOf(kind).fetch_add(1, std::memory_order_relaxed);
}

void WriteMisuse(Misuse kind, absl::string_view problem) {
  const int64_t max = MaxLinesOf(kind);
  if (LinesOf(kind).load(std::memory_order_relaxed) >= max ||
      LinesOf(kind).fetch_add(1, std::memory_order_relaxed) >= max) {
    return;
  }
  // One write, so that lines of several threads do not mix.
  std::cerr << absl::StrCat(
      "baton: ", core::PrintableText(problem, kLongestLine), "\n");
}

}  // namespace baton::rpc

namespace baton {

MisuseCounts ReadMisuseCounts() {
  MisuseCounts counts;
  counts.unread_overrides = rpc::CountOf(rpc::Misuse::kUnreadOverrides)
                                .load(std::memory_order_relaxed);
  counts.conflicting_target_options =
      rpc::CountOf(rpc::Misuse::kConflictingTargetOptions)
          .load(std::memory_order_relaxed);
  counts.scopes_ended_on_another_thread =
      rpc::CountOf(rpc::Misuse::kScopeOnAnotherThread)
          .load(std::memory_order_relaxed);
  counts.unlinked_calls =
      rpc::CountOf(rpc::Misuse::kUnlinkedCall).load(std::memory_order_relaxed);
  counts.unstopped_core_retries =
      rpc::CountOf(rpc::Misuse::kUnstoppedCoreRetries)
          .load(std::memory_order_relaxed);
  return counts;
}

}  // namespace baton
