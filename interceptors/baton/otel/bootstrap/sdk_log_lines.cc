// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/bootstrap/sdk_log_lines.h"

#include "absl/strings/str_cat.h"
#include "baton/core/report/printable_text.h"
#include "baton/otel/bootstrap/passwords.h"

namespace baton::otel {
namespace {

constexpr int64_t kLine = 1000;  // in milli-tokens

core::TokenBucket::Options BucketOptions() {
  core::TokenBucket::Options options;
  options.capacity = SdkLogLines::kMostLines * kLine;
  options.initial = options.capacity;
  options.refill_limit = options.capacity;
  options.refill_per_second = SdkLogLines::kLinesPerSecond * kLine;
  return options;
}

// Returns the start of the message as printable text.
std::string Shortened(absl::string_view message) {
  // A character and an escape sequence have at most four bytes.
  constexpr std::size_t kMore = SdkLogLines::kLongestMessage + 4;
  const std::string text = WithoutPasswords(message);
  const std::string line =
      core::PrintableText(text, SdkLogLines::kLongestMessage);
  const bool is_cut = core::PrintableText(text, kMore).size() > line.size();
  return is_cut ? line + "..." : line;
}

}  // namespace

SdkLogLines::SdkLogLines(MonotonicTime now) : bucket_(BucketOptions(), now) {}

std::string SdkLogLines::Line(absl::string_view level,
                              absl::string_view message, MonotonicTime now) {
  const std::string text = Shortened(message);
  // The SDK repeats some lines often, such as one for each dropped span.
  const int64_t count = repeated_.Count(text);
  if (count == 0) return "";
  if (!bucket_.TryTake(kLine, kLine, now)) {
    omitted_.fetch_add(1, std::memory_order_relaxed);
    return "";
  }
  std::string line = absl::StrCat("OpenTelemetry: ", level, ": ", text);
  if (count > 1) absl::StrAppend(&line, " (", count, " times until now)");
  const int64_t omitted = omitted_.exchange(0, std::memory_order_relaxed);
  if (omitted > 0) {
    absl::StrAppend(&line, " (", omitted, omitted == 1 ? " line" : " lines",
                    " omitted before)");
  }
  return line + "\n";
}

}  // namespace baton::otel
