// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks the examples of docs/wire/retry-budget.md.

#include <cstddef>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/core/decision/inbound_grant_resolver.h"
#include "baton/core/wire/retry_advice_codec.h"
#include "baton/core/wire/retry_budget_codec.h"
#include "baton/inbound_grant.h"
#include "baton/policy/inbound_grant_options.h"
#include "baton/retry_advice.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

struct Example {
  std::string value;
  std::string read_as;
};

// Returns the rows between the heading of the examples and the next heading.
std::vector<Example> WorkedExamples() {
  std::vector<Example> examples;
  std::ifstream file("docs/wire/retry-budget.md");
  bool within = false;
  std::string line;
  while (std::getline(file, line)) {
    if (absl::StartsWith(line, "#")) within = line == "### Worked examples";
    if (!within || !absl::StartsWith(line, "| `")) continue;
    const std::vector<std::string> cells = absl::StrSplit(line, " | ");
    const std::vector<std::string> quoted = absl::StrSplit(cells[0], '`');
    for (std::size_t i = 1; i < quoted.size(); i += 2) {
      examples.push_back({quoted[i], cells[1]});
    }
  }
  return examples;
}

TEST(WireDocTest, WorkedExamplesMatchTheCode) {
  const std::vector<Example> examples = WorkedExamples();
  ASSERT_EQ(examples.size(), 11u);
  for (const Example& example : examples) {
    const absl::string_view value = example.value;
    const DecodedRetryBudget decoded =
        DecodeRetryBudget(absl::MakeSpan(&value, 1));
    if (absl::StartsWith(example.read_as, "malformed")) {
      EXPECT_EQ(decoded.verdict, HeaderVerdict::kMalformed) << value;
      continue;
    }
    EXPECT_EQ(decoded.verdict, HeaderVerdict::kOk) << value;
    EXPECT_TRUE(absl::StartsWith(example.read_as,
                                 absl::StrCat("grant ", decoded.header.grant)))
        << value << " is documented as " << example.read_as;
  }
}

// Returns the rows of the table below "<!-- checked: NAME -->", as cells.
std::vector<std::vector<std::string>> CheckedTable(absl::string_view name) {
  std::vector<std::vector<std::string>> rows;
  std::ifstream file("docs/wire/retry-budget.md");
  bool within = false;
  std::string line;
  while (std::getline(file, line)) {
    if (absl::StartsWith(line, "<!-- checked: ")) {
      within = absl::StrContains(line, name);
    } else if (within && !rows.empty() && line.empty()) {
      break;
    } else if (within && absl::StartsWith(line, "|")) {
      std::vector<std::string> cells;
      for (absl::string_view cell : absl::StrSplit(line, '|')) {
        cells.emplace_back(absl::StripAsciiWhitespace(cell));
      }
      rows.emplace_back(cells.begin() + 1, cells.end() - 1);
    }
  }
  // Removes the header and the line below it.
  if (rows.size() >= 2) rows.erase(rows.begin(), rows.begin() + 2);
  return rows;
}

// Returns the parts of a cell in backticks.
std::vector<absl::string_view> Quoted(const std::string& cell) {
  const std::vector<absl::string_view> parts = absl::StrSplit(cell, '`');
  std::vector<absl::string_view> quoted;
  for (std::size_t i = 1; i < parts.size(); i += 2) quoted.push_back(parts[i]);
  return quoted;
}

std::optional<absl::string_view> OnlyOf(
    const std::vector<absl::string_view>& quoted) {
  if (quoted.empty()) return std::nullopt;
  return quoted.front();
}

TEST(WireDocTest, TableOfOddRequestsMatchesTheCode) {
  const auto rows = CheckedTable("requests");
  ASSERT_EQ(rows.size(), 24u);
  InboundGrantOptions inbound_grant;
  inbound_grant.max_grant = 2;
  for (const std::vector<std::string>& row : rows) {
    ASSERT_EQ(row.size(), 5u) << row[0];
    const auto values = Quoted(row[0]);
    const auto previous = Quoted(row[1]);
    const auto envoy = Quoted(row[2]);
    InboundEvidence evidence;
    evidence.header_values = values;
    evidence.previous_rpc_attempts = OnlyOf(previous);
    evidence.envoy_attempt_count = OnlyOf(envoy);
    const InboundGrant inbound = ResolveInboundGrant(inbound_grant, evidence);
    EXPECT_EQ(row[3],
              inbound.grant.has_value() ? absl::StrCat(*inbound.grant) : "edge")
        << row[0] << " " << row[1] << " " << row[2];
    EXPECT_EQ(row[4],
              absl::StrCat(ToString(inbound.verdict),
                           inbound.clamped ? ", clamped" : "",
                           inbound.hidden_retries ? ", hidden_retries" : ""))
        << row[0] << " " << row[1] << " " << row[2];
  }
}

TEST(WireDocTest, TableOfOddResponsesMatchesTheCode) {
  const auto rows = CheckedTable("answers");
  ASSERT_EQ(rows.size(), 32u);
  for (const std::vector<std::string>& row : rows) {
    ASSERT_EQ(row.size(), 6u) << row[0];
    const std::optional<RetryAdvice> advice = DecodeRetryAdvice(Quoted(row[0]));
    ASSERT_TRUE(advice.has_value()) << row[0];
    std::string verdict(ToString(advice->verdict));
    if (advice->scope != RetryAdvice::Scope::kRequest) {
      absl::StrAppend(&verdict, ", ", ToString(advice->scope));
    }
    if (advice->verdict == RetryAdvice::Verdict::kAfter) {
      absl::StrAppend(&verdict, " ", absl::FormatDuration(advice->delay));
    }
    EXPECT_EQ(row[1], verdict) << row[0];
    EXPECT_EQ(row[2], ToString(advice->reason)) << row[0];
    EXPECT_EQ(row[3],
              advice->used.has_value() ? absl::StrCat(*advice->used) : "all")
        << row[0];
    EXPECT_EQ(row[4], SaysNotProcessed(*advice) ? "no" : "maybe") << row[0];
    EXPECT_EQ(row[5], absl::StrCat(advice->drops_cancelled_work ? "d" : "",
                                   advice->honors_idempotency_keys ? "k" : ""))
        << row[0];
  }
}

}  // namespace
}  // namespace baton::core
