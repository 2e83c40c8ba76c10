// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/report/printable_text.h"

#include <cstddef>
#include <string>

#include "gtest/gtest.h"

namespace baton::core {
namespace {

constexpr std::size_t kLong = 1000;

TEST(PrintableTextTest, PrintableTextIsUnchanged) {
  for (const std::string text :
       {"", "shop.v1.Inventory/Get",
        "Gr\xc3\xbc\xc3\x9f"
        "e \xe4\xb8\x96",
        "\xf0\x9f\x98\x80", "a \\n b", "\xef\xbf\xbd", "\xc2\xa0"}) {
    EXPECT_TRUE(IsPrintableText(text)) << text;
    EXPECT_EQ(PrintableText(text, kLong), text);
  }
}

TEST(PrintableTextTest, OtherBytesBecomeEscapeSequences) {
  struct {
    std::string text;
    const char* printable;
  } const rows[] = {
      {"/a\xff\xfe/B\nC", R"(/a\xff\xfe/B\nC)"},
      {std::string(1, '\0'), R"(\x00)"},
      {"\x1b[31m\r\t\x7f", R"(\x1b[31m\r\t\x7f)"},
      {"\xc2\x85", R"(\xc2\x85)"},                  // C1
      {"\xe2\x80\xa8", R"(\xe2\x80\xa8)"},          // line separator
      {"\xc0\x80", R"(\xc0\x80)"},                  // longer than necessary
      {"\xe0\x9f\xbf", R"(\xe0\x9f\xbf)"},          // longer than necessary
      {"\xed\xa0\x80", R"(\xed\xa0\x80)"},          // surrogate
      {"\xf4\x90\x80\x80", R"(\xf4\x90\x80\x80)"},  // beyond Unicode
      {"\xe4\xb8", R"(\xe4\xb8)"},                  // incomplete
      {"\xe4(", R"(\xe4()"},
      {"\x80", R"(\x80)"},
  };
  for (const auto& row : rows) {
    EXPECT_FALSE(IsPrintableText(row.text)) << row.printable;
    EXPECT_EQ(PrintableText(row.text, kLong), row.printable);
  }
}

TEST(PrintableTextTest, LongTextIsCutBetweenCharacters) {
  EXPECT_EQ(PrintableText("abc", 2), "ab");
  EXPECT_EQ(PrintableText("abc", 0), "");
  EXPECT_EQ(PrintableText("a\xe4\xb8\x96", 3), "a");
  EXPECT_EQ(PrintableText("a\xe4\xb8\x96", 4), "a\xe4\xb8\x96");
  EXPECT_EQ(PrintableText("a\xff", 4), "a");
  EXPECT_EQ(PrintableText("a\xff", 5), R"(a\xff)");
}

TEST(BeginningOfTest, CutsBetweenCharacters) {
  EXPECT_EQ(BeginningOf("abc", 3), "abc");
  EXPECT_EQ(BeginningOf("abc", 2), "ab");
  EXPECT_EQ(BeginningOf("abc", 0), "");
  for (const std::size_t cut : {1, 2, 3}) {
    EXPECT_EQ(BeginningOf("a\xe4\xb8\x96", cut), "a") << cut;
  }
  EXPECT_EQ(BeginningOf("a\xe4\xb8\x96", 4), "a\xe4\xb8\x96");
  const std::string smile = "\xf0\x9f\x98\x80";
  EXPECT_EQ(BeginningOf(smile + "b", 3), "");
  EXPECT_EQ(BeginningOf(smile + "b", 4), smile);
}

TEST(BeginningOfTest, BytesThatAreNoTextAreCutAtTheLimit) {
  EXPECT_EQ(BeginningOf("\xff\xff\xff", 2), "\xff\xff");
  EXPECT_EQ(BeginningOf("\x80\x80\x80\x80\x80\x80", 5), "\x80\x80\x80\x80\x80");
}

}  // namespace
}  // namespace baton::core
