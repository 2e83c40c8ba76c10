// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_BOOTSTRAP_REPEATED_LINES_H_
#define BATON_OTEL_BOOTSTRAP_REPEATED_LINES_H_

#include <cstddef>
#include <cstdint>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "baton/mutex.h"

namespace baton::otel {

// Decides which repetitions of a log line are written: the first, second,
// fourth, eighth and so on. Remembers at most kMostLines different lines. If
// another line comes, forgets all of them and starts again. Remembers a hash of
// each line, so that long lines use no memory. Thread-safe.
class RepeatedLines {
 public:
  // Counts one repetition of the line. Returns the count if this repetition
  // should be written, else 0.
  int64_t Count(absl::string_view line);

 private:
  static constexpr std::size_t kMostLines = 100;

  Mutex mutex_;
  absl::flat_hash_map<std::size_t, int64_t> counts_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace baton::otel

#endif  // BATON_OTEL_BOOTSTRAP_REPEATED_LINES_H_
