// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_RPC_SUPPORT_LATENESS_H_
#define BATON_TESTS_RPC_SUPPORT_LATENESS_H_

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <ostream>
#include <vector>

#include "absl/time/time.h"

namespace baton {

// Records how long calls ran beyond their deadlines. Thread-safe.
class Lateness {
 public:
  void Add(absl::Duration late) {
    std::lock_guard<std::mutex> lock(mutex_);
    sorted_ = false;
    late_.push_back(late);
  }

  // Returns zero if there are no values.
  absl::Duration Quantile(double q) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (late_.empty()) return absl::ZeroDuration();
    if (!sorted_) std::sort(late_.begin(), late_.end());
    sorted_ = true;
    const auto last = static_cast<double>(late_.size() - 1);
    return late_[static_cast<std::size_t>(q * last + 0.5)];
  }

  std::size_t size() {
    std::lock_guard<std::mutex> lock(mutex_);
    return late_.size();
  }

 private:
  std::mutex mutex_;
  bool sorted_ = false;
  std::vector<absl::Duration> late_;
};

inline std::ostream& operator<<(std::ostream& out, Lateness& late) {
  return out << late.size() << " calls past their deadline, by p50 "
             << late.Quantile(0.5) << ", p99 " << late.Quantile(0.99)
             << ", max " << late.Quantile(1);
}

}  // namespace baton

#endif  // BATON_TESTS_RPC_SUPPORT_LATENESS_H_
