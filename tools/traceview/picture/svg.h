// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_PICTURE_SVG_H_
#define BATON_TOOLS_TRACEVIEW_PICTURE_SVG_H_

#include <string>

#include "absl/strings/string_view.h"

namespace baton::traceview {

// An SVG picture as text, with one shape per line, in drawing order. Colors are
// classes of the style sheet, so that the picture can be light and dark.
class Svg {
 public:
  Svg(double width, double height) : width_(width), height_(height) {}

  void Box(absl::string_view classes, double x, double y, double width,
           double height, double radius);
  void Line(absl::string_view classes, double x1, double y1, double x2,
            double y2);
  // Escapes `text`, so that it cannot contain markup.
  void Text(absl::string_view classes, double x, double y,
            absl::string_view text);

  // Returns the document. `title` is for screen readers.
  std::string Document(absl::string_view title, absl::string_view style) const;

 private:
  const double width_;
  const double height_;
  std::string shapes_;
};

// Escapes text: "<b>" becomes "&lt;b&gt;". Skips characters that XML does not
// allow.
std::string XmlText(absl::string_view text);

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_PICTURE_SVG_H_
