// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/bootstrap/repeated_lines.h"

#include "absl/hash/hash.h"

namespace baton::otel {

int64_t RepeatedLines::Count(absl::string_view line) {
  const MutexLock lock(mutex_);
  const std::size_t hash = absl::Hash<absl::string_view>()(line);
  if (counts_.size() >= kMostLines && !counts_.contains(hash)) counts_.clear();
  const int64_t count = ++counts_[hash];
  const bool is_power_of_two = (count & (count - 1)) == 0;
  return is_power_of_two ? count : 0;
}

}  // namespace baton::otel
