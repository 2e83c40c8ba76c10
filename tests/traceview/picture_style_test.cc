// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Computes the contrasts of the colors of pictures, as WCAG 2 defines them.

#include "tools/traceview/picture/picture_style.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>

#include "gtest/gtest.h"

namespace baton::traceview {
namespace {

using Colors = std::map<std::string, std::string>;

// Returns the colors of the block that starts at `from`: "ink" is "#1d1e20".
Colors ColorsAt(const std::string& style, size_t from) {
  Colors colors;
  const size_t end = style.find('}', from);
  for (size_t at = style.find("--", from); at < end;
       at = style.find("--", at + 1)) {
    const size_t colon = style.find(':', at);
    colors[style.substr(at + 2, colon - at - 2)] = style.substr(colon + 2, 7);
  }
  return colors;
}

double Luminance(const std::string& color) {
  double luminance = 0;
  const double weights[] = {0.2126, 0.7152, 0.0722};
  for (int i = 0; i < 3; ++i) {
    const std::string digits = color.substr(1 + 2 * static_cast<size_t>(i), 2);
    const double part =
        static_cast<double>(std::strtol(digits.c_str(), nullptr, 16)) / 255;
    luminance +=
        weights[i] * (part <= 0.04045 ? part / 12.92
                                      : std::pow((part + 0.055) / 1.055, 2.4));
  }
  return luminance;
}

double Contrast(const std::string& one, const std::string& other) {
  const auto [low, high] = std::minmax({Luminance(one), Luminance(other)});
  return (high + 0.05) / (low + 0.05);
}

TEST(PictureStyleTest, ColorsHaveEnoughContrastInLightAndDark) {
  const std::string style = kPictureStyle;
  const size_t dark = style.find("prefers-color-scheme: dark");
  ASSERT_NE(dark, std::string::npos);
  for (const size_t from : {size_t{0}, style.find("svg {", dark)}) {
    Colors colors = ColorsAt(style, from);
    ASSERT_GE(colors.size(), 11u);
    for (const auto& [text, ground] :
         {std::pair("ink", "paper"), std::pair("dim", "paper"),
          std::pair("on", "good"), std::pair("on", "bad"),
          std::pair("waited", "waiting")}) {
      EXPECT_GE(Contrast(colors.at(text), colors.at(ground)), 4.5)
          << text << " on " << ground << " at " << from;
    }
    for (const std::string shape :
         {"good", "bad", "wait", "server", "stumbled"}) {
      EXPECT_GE(Contrast(colors.at(shape), colors.at("paper")), 3)
          << shape << " at " << from;
    }
  }
}

}  // namespace
}  // namespace baton::traceview
