// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/driver/style.h"

#include <unistd.h>

#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace baton::stack {
namespace {

absl::string_view Environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

Style Style::OfOutput() {
  Style style(isatty(STDOUT_FILENO) == 1 && Environment("TERM") != "dumb");
  if (!Environment("NO_COLOR").empty()) style.colored_ = false;
  return style;
}

std::string Style::In(absl::string_view code, absl::string_view text) const {
  if (!colored_) return std::string(text);
  return absl::StrCat("\033[", code, "m", text, "\033[0m");
}

std::string ShortText(absl::Duration duration) {
  if (duration == absl::InfiniteDuration()) return "never";
  if (duration < absl::Milliseconds(100)) {
    return absl::StrFormat("%.0f ms", absl::ToDoubleMilliseconds(duration));
  }
  return absl::StrFormat("%.2f s", absl::ToDoubleSeconds(duration));
}

std::string PercentText(double ratio) {
  return absl::StrFormat("%.1f %%", 100 * ratio);
}

}  // namespace baton::stack
