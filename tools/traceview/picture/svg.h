// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_PICTURE_SVG_H_
#define BATON_TOOLS_TRACEVIEW_PICTURE_SVG_H_

#include <string>

#include "absl/strings/string_view.h"

namespace baton::traceview {

// A picture as text, a shape a line, in the order in which they are drawn.
// Colours are classes of the style sheet, so that it can be light and dark.
class Svg {
 public:
  Svg(double width, double height) : width_(width), height_(height) {}

  void Box(absl::string_view classes, double x, double y, double width,
           double height, double radius);
  void Line(absl::string_view classes, double x1, double y1, double x2,
            double y2);
  // Whatever `text` holds, it is shown and not understood.
  void Text(absl::string_view classes, double x, double y,
            absl::string_view text);

  // The document. `title` is for those who cannot see it.
  std::string Document(absl::string_view title, absl::string_view style) const;

 private:
  const double width_;
  const double height_;
  std::string shapes_;
};

// "&lt;b&gt;" of "<b>"; what XML has no characters for is left out.
std::string XmlText(absl::string_view text);

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_PICTURE_SVG_H_
