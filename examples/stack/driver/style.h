// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_DRIVER_STYLE_H_
#define BATON_EXAMPLES_STACK_DRIVER_STYLE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace baton::stack {

// Formats text for a terminal. Leaves it plain for other outputs. A value type.
class Style {
 public:
  // Returns the style for standard output: with colors if it is a terminal,
  // unless $NO_COLOR is set or $TERM is "dumb".
  static Style OfOutput();
  static Style Plain() { return Style(false); }

  // Whether the output is a terminal, whose last line can be overwritten.
  bool live() const { return live_; }

  std::string Bold(absl::string_view text) const { return In("1", text); }
  std::string Dim(absl::string_view text) const { return In("2", text); }
  std::string Good(absl::string_view text) const { return In("32", text); }
  std::string Bad(absl::string_view text) const { return In("31", text); }

 private:
  explicit Style(bool colored) : live_(colored), colored_(colored) {}
  std::string In(absl::string_view code, absl::string_view text) const;

  bool live_;
  bool colored_;
};

// "3 ms", "0.35 s", "never"
std::string ShortText(absl::Duration duration);
// "97.3 %"
std::string PercentText(double ratio);

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_DRIVER_STYLE_H_
