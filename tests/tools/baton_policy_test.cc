// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/baton_policy/baton_policy.h"

#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "google/protobuf/descriptor.pb.h"
#include "gtest/gtest.h"
#include "tests/config/shop.pb.h"
#include "tests/tools/support/ran_tool.h"

namespace baton::tools {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string ShopDescriptorSet() {
  google::protobuf::FileDescriptorSet set;
  testing::shop::Request::descriptor()->file()->CopyTo(set.add_file());
  return absl::StrCat("--descriptor_set=",
                      WriteTestFile("shop.pb", set.SerializeAsString()));
}

TEST(BatonPolicyTest, CheckReturnsAnExitCode) {
  const RanTool good =
      RunTool({"check", WriteTestFile("good.textproto", "methods{name{}}")});
  EXPECT_EQ(good.exit_code, kExitOk);
  EXPECT_THAT(good.out, HasSubstr("good.textproto: ok, 1 entry\n"));
  EXPECT_THAT(good.err, IsEmpty());

  const RanTool bad =
      RunTool({"check", WriteTestFile("bad.textproto", "a: 1\nb: 2\n")});
  EXPECT_EQ(bad.exit_code, kExitBadPolicy);
  EXPECT_THAT(bad.out, IsEmpty());
  EXPECT_THAT(bad.err, HasSubstr("bad.textproto:2:1: b: unknown field\n"));
  EXPECT_EQ(RunTool({"check", "no/such.textproto"}).exit_code, kExitBadPolicy);
}

TEST(BatonPolicyTest, MisspelledWordsGetASuggestion) {
  RanTool ran = RunTool({"chek", "f.textproto"});
  EXPECT_EQ(ran.exit_code, kExitUsage);
  EXPECT_THAT(ran.err,
              HasSubstr("chek: unknown command; did you mean check?\nusage:"));
  ran = RunTool({"check", "f.textproto", "--descriptor-set=x"});
  EXPECT_THAT(ran.err, HasSubstr("--descriptor-set=x: unknown flag; did you "
                                 "mean descriptor_set?\nusage:"));
  ran = RunTool({"explain", "f.textproto"});
  EXPECT_THAT(ran.err, HasSubstr("explain: wrong number of arguments\nusage:"));
}

TEST(BatonPolicyTest, ExplainPrintsTheTableOfRulesAndPreset) {
  const RanTool ran = RunTool(
      {"explain",
       WriteTestFile(
           "preset.textproto",
           "methods { name {} retry { classifier { preset: COSMOS_DB rules { "
           "reason: 'FULL' outcome_class: THROTTLED } } } }"),
       "/shop.v1.Inventory/Get"});
  EXPECT_EQ(ran.exit_code, kExitOk);
  EXPECT_THAT(ran.out,
              HasSubstr("classes of failures, by the first row that matches\n"
                        "  rules[0]   reason \"FULL\"       throttled\n"
                        "  COSMOS_DB  HTTP 400            permanent\n"));
  EXPECT_THAT(ran.out,
              HasSubstr("  COSMOS_DB  HTTP 449            contention\n"));
  EXPECT_THAT(ran.out,
              HasSubstr("  codes      UNAVAILABLE         transient\n"
                        "  codes      RESOURCE_EXHAUSTED  throttled\n"
                        "  codes      DEADLINE_EXCEEDED   timeout\n"
                        "  codes      ABORTED             contention\n"
                        "  codes      all others          permanent\n"));
}

TEST(BatonPolicyTest, CheckPrintsWarningsOfAValidPolicy) {
  const RanTool ran =
      RunTool({"check",
               WriteTestFile("warned.textproto",
                             "methods { name {} retry { max_attempts: 5 } }")});
  EXPECT_EQ(ran.exit_code, kExitOk);
  EXPECT_THAT(ran.err, HasSubstr("note: "));
  EXPECT_THAT(ran.err, HasSubstr("set edge_grant to 4"));
}

TEST(BatonPolicyTest, CheckUsesTheDescriptorSet) {
  const std::string file = WriteTestFile(
      "names.textproto",
      "methods { name { service: 'baton.testing.shop.Inventory' method: "
      "'Gte' } }");
  EXPECT_EQ(RunTool({"check", file}).exit_code, kExitOk);
  const RanTool ran = RunTool({"check", file, ShopDescriptorSet()});
  EXPECT_EQ(ran.exit_code, kExitBadPolicy);
  EXPECT_THAT(ran.err, HasSubstr("has no method Gte; did you mean Get?"));
  EXPECT_EQ(RunTool({"check", file, "--descriptor_set=none.pb"}).exit_code,
            kExitBadPolicy);
}

TEST(BatonPolicyTest, ExplainRejectsInvalidMethods) {
  const std::string file = WriteTestFile("explain.textproto", "");
  const RanTool wrong = RunTool({"explain", file, "Inventory.Get"});
  EXPECT_EQ(wrong.exit_code, kExitBadPolicy);
  EXPECT_THAT(wrong.err, HasSubstr("such as /shop.v1.Inventory/Get"));
  const RanTool unknown =
      RunTool({"explain", file, "/baton.testing.shop.Inventory/Putt",
               ShopDescriptorSet()});
  EXPECT_EQ(unknown.exit_code, kExitBadPolicy);
  EXPECT_THAT(unknown.err, HasSubstr("did you mean Put?"));
}

TEST(BatonPolicyTest, ExplainNamesTheDescriptor) {
  const RanTool ran =
      RunTool({"explain", WriteTestFile("explain.textproto", ""),
               "/baton.testing.shop.Inventory/Get", ShopDescriptorSet()});
  EXPECT_EQ(ran.exit_code, kExitOk);
  EXPECT_THAT(ran.out, ::testing::ContainsRegex(
                           "idempotency +NO_SIDE_EFFECTS +descriptor\n"));
}

TEST(BatonPolicyTest, ImportPrintsAValidPolicy) {
  const RanTool imported =
      RunTool({"import", WriteTestFile("service_config.json",
                                       R"({"methodConfig": []})")});
  EXPECT_EQ(imported.exit_code, kExitOk);
  EXPECT_THAT(imported.err, HasSubstr("note: "));
  EXPECT_EQ(
      RunTool({"check", WriteTestFile("imported.textproto", imported.out)})
          .exit_code,
      kExitOk);
}

TEST(BatonPolicyTest, WrongUsePrintsTheUsage) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{
           {},
           {"chek", "x"},
           {"check"},
           {"check", "a", "b"},
           {"explain", "a"},
           {"check", "a", "--descriptor_set="},
           {"check", "a", "--format=xml"},
           {"check", "a", "--loud"}}) {
    const RanTool ran = RunTool(arguments);
    EXPECT_EQ(ran.exit_code, kExitUsage);
    EXPECT_THAT(ran.err, HasSubstr("usage: baton-policy"));
  }
  EXPECT_EQ(RunTool({"--help"}).exit_code, kExitOk);
}

// Each block that starts with a command shows the output of that command.
TEST(BatonPolicyTest, DocumentationShowsTheOutput) {
  std::ifstream file("docs/policy.md");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::vector<std::string> blocks = absl::StrSplit(text, "```console\n");
  blocks.erase(blocks.begin());
  EXPECT_THAT(blocks, SizeIs(4));
  for (const std::string& block : blocks) {
    const std::string shown = block.substr(0, block.find("```"));
    const std::size_t end = shown.find('\n');
    std::vector<std::string> words = absl::StrSplit(shown.substr(0, end), ' ');
    ASSERT_GT(words.size(), 2u);
    ASSERT_EQ(words[1], "baton-policy");
    words.erase(words.begin(), words.begin() + 2);
    std::ostringstream both;
    RunBatonPolicy(words, both, both);
    EXPECT_EQ(both.str(), shown.substr(end + 1));
  }
}

}  // namespace
}  // namespace baton::tools
