// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_BOOTSTRAP_SDK_LOG_LINES_H_
#define BATON_OTEL_BOOTSTRAP_SDK_LOG_LINES_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "baton/core/limits/token_bucket.h"
#include "baton/monotonic_time.h"
#include "baton/otel/bootstrap/repeated_lines.h"

namespace baton::otel {

// Makes log lines of the SDK's messages. A message can contain the response of
// a telemetry backend, so it can have any bytes, any length, and another text
// each time. The lines are therefore printable and short, and their number is
// limited. Passwords of URLs are hidden. Thread-safe.
class SdkLogLines {
 public:
  // The maximum length of a message in a line, in bytes.
  static constexpr std::size_t kLongestMessage = 500;
  // Lines at once.
  static constexpr int64_t kMostLines = 10;
  // Lines per second after that.
  static constexpr int64_t kLinesPerSecond = 1;

  explicit SdkLogLines(MonotonicTime now);

  // Returns the line of a message, with a line break at its end. Returns "" if
  // the message is not written. The next line then has the number of messages
  // that were omitted.
  std::string Line(absl::string_view level, absl::string_view message,
                   MonotonicTime now);

 private:
  RepeatedLines repeated_;
  core::TokenBucket bucket_;
  std::atomic<int64_t> omitted_{0};
};

}  // namespace baton::otel

#endif  // BATON_OTEL_BOOTSTRAP_SDK_LOG_LINES_H_
