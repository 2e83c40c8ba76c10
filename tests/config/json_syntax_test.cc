// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/config/syntax/json_syntax.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace baton::config {
namespace {

using ::testing::ElementsAre;

// Formats the tree for the tables.
std::string Show(const SyntaxNode& node) {
  std::string text;
  switch (node.kind) {
    case SyntaxNode::Kind::kString:
      return absl::StrCat("'", node.text, "'");
    case SyntaxNode::Kind::kList:
      for (const SyntaxNode& item : node.items) {
        absl::StrAppend(&text, text.empty() ? "" : ",", Show(item));
      }
      return absl::StrCat("[", text, "]");
    case SyntaxNode::Kind::kObject:
      for (const SyntaxNode::Member& member : node.members) {
        absl::StrAppend(&text, text.empty() ? "" : ",", member.name, ":",
                        Show(member.value));
      }
      return absl::StrCat("{", text, "}");
    default:
      return node.text;
  }
}

struct Row {
  const char* json;
  const char* tree;   // of the input
  const char* error;  // "": none
};

class JsonTable : public ::testing::TestWithParam<Row> {};

TEST_P(JsonTable, InputIsReadOrRejected) {
  Diagnostics diagnostics;
  const SyntaxNode root = ParseJsonSyntax(GetParam().json, diagnostics);
  if (GetParam().error[0] != '\0') {
    EXPECT_THAT(diagnostics.Errors("j"), ElementsAre(GetParam().error));
  } else {
    EXPECT_THAT(diagnostics.Errors("j"), ElementsAre());
    EXPECT_EQ(Show(root), GetParam().tree);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Reads, JsonTable,
    ::testing::Values(Row{"{}", "{}", ""},
                      Row{" [1, -2.5e+3 , 0] ", "[1,-2.5e+3,0]", ""},
                      Row{R"({"a":true,"b":[{"c":null}]})",
                          "{a:true,b:[{c:null}]}", ""},
                      Row{R"("\"\\\/\n\u0041\u00e9\u20ac\ud83d\ude00")",
                          "'\"\\/\nA\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80'", ""},
                      Row{R"({"a":1,"a":2})", "{a:1,a:2}", ""}));

INSTANTIATE_TEST_SUITE_P(
    Refuses, JsonTable,
    ::testing::Values(
        Row{"", "", "j:1:1: expected a value, got the end of the file"},
        Row{"{\"a\":1,}", "",
            "j:1:8: expected the name of a field, in "
            "quotes, got }"},
        Row{"[1 2]", "", "j:1:4: expected \",\" or \"]\", got 2"},
        Row{"{\n  \"a\" 1}", "", "j:2:7: expected \":\", got 1"},
        Row{"01", "", "j:1:2: expected the end of the file, got 1"},
        Row{"+1", "", "j:1:1: expected a value, got +"},
        Row{"-", "", "j:1:2: expected a digit, got the end of the file"},
        Row{"1.", "", "j:1:3: expected a digit, got the end of the file"},
        Row{"tru", "", "j:1:1: expected a value, got t"},
        Row{"\"a", "",
            "j:1:3: expected a closing quote, got the end of the "
            "file"},
        Row{"\"\t\"", "", "j:1:2: expected a closing quote, got byte 0x9"},
        Row{R"("\x")", "", "j:1:3: expected an escape, got x"},
        Row{R"("\ud83dx")", "",
            "j:1:8: expected the second half of a pair, "
            "got x"},
        Row{R"("\ude00")", "",
            "j:1:8: the second half of a surrogate pair "
            "has no first"},
        Row{"// no\n{}", "", "j:1:1: expected a value, got /"}));

TEST(JsonSyntaxTest, DepthIsBounded) {
  Diagnostics diagnostics;
  ParseJsonSyntax(std::string(1 << 20, '['), diagnostics);
  EXPECT_THAT(diagnostics.Errors("j"),
              ElementsAre("j:1:34: expected at most 32 levels of nesting, got "
                          "["));
}

TEST(JsonSyntaxTest, NumberOfValuesIsBounded) {
  std::string json = "[0";
  for (int i = 0; i < kMaxSyntaxNodes; ++i) json += ",0";
  Diagnostics diagnostics;
  ParseJsonSyntax(json + "]", diagnostics);
  EXPECT_FALSE(diagnostics.ok());
}

}  // namespace
}  // namespace baton::config
