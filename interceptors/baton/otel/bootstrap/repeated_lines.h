// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_BOOTSTRAP_REPEATED_LINES_H_
#define BATON_OTEL_BOOTSTRAP_REPEATED_LINES_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "baton/mutex.h"

namespace baton::otel {

// Selects which repetitions of a log line to write: the first, second, fourth,
// eighth and so on. Remembers a limited number of different lines. When there
// are more, it forgets all and starts again. Thread-safe.
class RepeatedLines {
 public:
  // Counts this line. Returns the count if the line should be written, else 0.
  int64_t Count(absl::string_view line);

 private:
  static constexpr std::size_t kMostLines = 100;

  Mutex mutex_;
  absl::flat_hash_map<std::string, int64_t> counts_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace baton::otel

#endif  // BATON_OTEL_BOOTSTRAP_REPEATED_LINES_H_
