// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks that docs/policy-reference.md is the output of its generator for
// policy.proto, and that the defaults in the proto's comments match
// docs/defaults.md. Another test compares docs/defaults.md with the code.

#include "docs/generate/policy_reference.h"

#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/time/time.h"
#include "gtest/gtest.h"
#include "tests/support/doc_table.h"

namespace baton {
namespace {

std::string ContentsOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << "cannot read " << path;
  return std::string{std::istreambuf_iterator<char>(file), {}};
}

std::string DescriptorSet() { return ContentsOf("docs/generate/policy.binpb"); }

TEST(PolicyReferenceTest, PageMatchesTheProto) {
  const auto page = PolicyReference(DescriptorSet());
  ASSERT_TRUE(page.ok()) << page.status();
  EXPECT_EQ(ContentsOf("docs/policy-reference.md"), *page)
      << "run: ./bazelw run //docs/generate:policy_reference > "
         "docs/policy-reference.md";
}

TEST(PolicyReferenceTest, InvalidDescriptorSetIsAnError) {
  EXPECT_FALSE(PolicyReference("\xff\xff").ok());
  EXPECT_FALSE(PolicyReference("").ok());
}

// Formats a value like the table: durations in Go's style, no quotes.
std::string AsInTable(std::string value) {
  value = absl::StrReplaceAll(value, {{"\"", ""}});
  absl::Duration duration;
  if (absl::ParseDuration(value, &duration) && value != "0" &&
      value.find_first_of("smh") != std::string::npos) {
    return absl::FormatDuration(duration);
  }
  return value;
}

TEST(PolicyReferenceTest, DefaultsInCommentsMatchTheTable) {
  const std::map<std::string, std::string> prefixes = {
      {"MethodPolicy", ""},
      {"DeadlineOptions", "deadline."},
      {"RetryOptions", "retry."},
      {"Owner", "retry.owner."},
      {"ClassifierOptions", "retry.classifier."},
      {"BackoffOptions", "retry.backoff."},
      {"HedgeOptions", "hedge."},
      {"FallbackOptions", "fallback."},
      {"ProcessBudgetOptions", "process_budget."},
      {"InboundGrantOptions", "inbound_grant."},
  };
  const std::map<std::string, std::string> table = DocTable("docs/defaults.md");
  const auto defaults = PolicyDefaults(DescriptorSet());
  ASSERT_TRUE(defaults.ok()) << defaults.status();
  int compared = 0;
  for (const auto& [field, value] : *defaults) {
    const std::string message = field.substr(0, field.find('.'));
    const auto prefix = prefixes.find(message);
    if (prefix == prefixes.end()) continue;
    const auto row =
        table.find(prefix->second + field.substr(message.size() + 1));
    // A field without a row has a default in words ("as the call says").
    if (row == table.end()) continue;
    EXPECT_EQ(AsInTable(value), row->second) << field;
    ++compared;
  }
  EXPECT_GE(compared, 35) << "the comments are not being read";
}

}  // namespace
}  // namespace baton
