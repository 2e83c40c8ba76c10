// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_BOOTSTRAP_REPEATED_LINES_H_
#define BATON_OTEL_BOOTSTRAP_REPEATED_LINES_H_

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"

namespace baton::otel {

// Keeps a log readable in which something says the same over and over: a line
// is worth writing the first time, the second, the fourth, the eighth... Knows
// a bounded number of lines, and begins anew when there are more. Thread-safe.
class RepeatedLines {
 public:
  // How often this line has come by now, if it is to be written; else 0.
  int64_t Count(absl::string_view line);

 private:
  static constexpr std::size_t kMostLines = 100;

  std::mutex mutex_;
  absl::flat_hash_map<std::string, int64_t> counts_;  // guarded by mutex_
};

}  // namespace baton::otel

#endif  // BATON_OTEL_BOOTSTRAP_REPEATED_LINES_H_
