// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/config/syntax/text_syntax.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace baton::config {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Row {
  const char* text;
  const char* error;
};

class TextTable : public ::testing::TestWithParam<Row> {};

TEST_P(TextTable, ErrorNamesThePosition) {
  Diagnostics diagnostics;
  ParseTextSyntax(GetParam().text, diagnostics);
  EXPECT_THAT(diagnostics.Errors("t"), ElementsAre(GetParam().error));
}

INSTANTIATE_TEST_SUITE_P(
    Refusals, TextTable,
    ::testing::Values(
        Row{"a 1", "t:1:3: expected \":\", got 1"},
        Row{"a:\n", "t:2:1: expected a value, got the end of the file"},
        Row{"a {\n b: 1\n",
            "t:3:1: expected the name of a field, got the end "
            "of the file"},
        Row{"a { b: 1 >", "t:1:10: expected the name of a field, got >"},
        Row{"a: [1 2]", "t:1:7: expected \",\" or \"]\", got 2"},
        Row{"[my.extension]: 1", "t:1:1: expected the name of a field, got ["},
        Row{"a: 1 }", "t:1:6: expected the name of a field, got }"},
        Row{"a: -\"x\"", "t:1:5: expected a value, got \"x\""}));

TEST(TextSyntaxTest, ReadsEverySyntaxOfAField) {
  Diagnostics diagnostics;
  const SyntaxNode root = ParseTextSyntax(
      "a: 1, b < c: 'x' \"y\" >; d: [A, B] # end\ne: { f: -inf }", diagnostics);
  EXPECT_THAT(diagnostics.Errors("t"), IsEmpty());
  ASSERT_EQ(root.members.size(), 4u);
  EXPECT_EQ(root.members[0].value.text, "1");
  EXPECT_EQ(root.members[1].value.members[0].value.text, "xy");
  EXPECT_EQ(root.members[2].value.items[1].text, "B");
  EXPECT_EQ(root.members[3].position.line, 2);
  EXPECT_EQ(root.members[3].value.members[0].value.text, "-inf");
}

TEST(TextSyntaxTest, FieldsBeforeAnErrorAreKept) {
  Diagnostics diagnostics;
  const SyntaxNode root = ParseTextSyntax("a: 1 b { c: 2 d }", diagnostics);
  ASSERT_EQ(root.members.size(), 2u);
  EXPECT_EQ(root.members[1].value.members[0].name, "c");
}

TEST(TextSyntaxTest, DepthIsBounded) {
  std::string text;
  for (int i = 0; i < 100000; ++i) text += "a{";
  Diagnostics diagnostics;
  ParseTextSyntax(text, diagnostics);
  EXPECT_THAT(diagnostics.Errors("t"),
              ElementsAre("t:1:66: expected at most 32 levels of nesting, got "
                          "{"));
}

}  // namespace
}  // namespace baton::config
