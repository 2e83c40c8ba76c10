// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_DRIVER_STYLE_H_
#define BATON_EXAMPLES_STACK_DRIVER_STYLE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace baton::stack {

// How text looks on a terminal; elsewhere it is plain. A value.
class Style {
 public:
  // For the standard output: coloured if that is a terminal, unless $NO_COLOR
  // or $TERM say otherwise.
  static Style OfOutput();
  static Style Plain() { return Style(false); }

  // A terminal: what was printed last can be overwritten.
  bool live() const { return live_; }

  std::string Bold(absl::string_view text) const { return In("1", text); }
  std::string Dim(absl::string_view text) const { return In("2", text); }
  std::string Good(absl::string_view text) const { return In("32", text); }
  std::string Bad(absl::string_view text) const { return In("31", text); }

 private:
  explicit Style(bool coloured) : live_(coloured), coloured_(coloured) {}
  std::string In(absl::string_view code, absl::string_view text) const;

  bool live_;
  bool coloured_;
};

// "3 ms", "0.35 s", "never"
std::string ShortText(absl::Duration duration);
// "97.3 %"
std::string PercentText(double share);

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_DRIVER_STYLE_H_
