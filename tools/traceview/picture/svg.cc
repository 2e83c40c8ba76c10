// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/picture/svg.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace baton::traceview {

std::string XmlText(absl::string_view text) {
  std::string escaped;
  for (const char letter : text) {
    switch (letter) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        if (static_cast<unsigned char>(letter) >= ' ') escaped += letter;
    }
  }
  return escaped;
}

void Svg::Box(absl::string_view classes, double x, double y, double width,
              double height, double radius) {
  absl::StrAppendFormat(&shapes_,
                        "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f"
                        "\" height=\"%.1f\" rx=\"%.1f\"/>\n",
                        classes, x, y, width, height, radius);
}

void Svg::Line(absl::string_view classes, double x1, double y1, double x2,
               double y2) {
  absl::StrAppendFormat(&shapes_,
                        "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f"
                        "\" y2=\"%.1f\"/>\n",
                        classes, x1, y1, x2, y2);
}

void Svg::Text(absl::string_view classes, double x, double y,
               absl::string_view text) {
  absl::StrAppendFormat(&shapes_,
                        "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
                        classes, x, y, XmlText(text));
}

std::string Svg::Document(absl::string_view title,
                          absl::string_view style) const {
  return absl::StrFormat(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "
      "width=\"%.0f\" height=\"%.0f\" role=\"img\">\n<title>%s</title>\n"
      "<style>\n%s</style>\n%s</svg>\n",
      width_, height_, width_, height_, XmlText(title), style, shapes_);
}

}  // namespace baton::traceview
