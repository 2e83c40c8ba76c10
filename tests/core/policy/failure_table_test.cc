// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy/failure_table.h"

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;

std::vector<std::string> LinesOf(const ClassifierOptions& options) {
  std::vector<std::string> lines;
  for (const FailureTableRow& row : FailureTable(options)) {
    lines.push_back(absl::StrCat(row.source, ": ", row.failure, ": ",
                                 ToString(row.outcome_class)));
  }
  return lines;
}

TEST(FailureTableTest, DefaultsRetryUnavailableOnly) {
  EXPECT_THAT(LinesOf(ClassifierOptions()),
              ElementsAre("codes: UNAVAILABLE: transient",
                          "codes: all others: permanent"));
}

TEST(FailureTableTest, RulesComeBeforeCodes) {
  ClassifierOptions options;
  options.retryable_codes = {absl::StatusCode::kAborted,
                             absl::StatusCode::kInternal,
                             absl::StatusCode::kResourceExhausted};
  options.rules.resize(2);
  options.rules[0].reason = "A\n";
  options.rules[0].domain = "d";
  options.rules[1].trailer = "t";
  options.rules[1].trailer_value = "v";
  options.rules[1].message_contains = "m";
  options.rules[1].outcome_class = OutcomeClass::kThrottled;
  EXPECT_THAT(
      LinesOf(options),
      ElementsAre(
          "rules[0]: reason \"A\\n\", domain \"d\": permanent",
          "rules[1]: trailer t = \"v\", message contains \"m\": "
          "throttled",
          "codes: INTERNAL: transient", "codes: RESOURCE_EXHAUSTED: throttled",
          "codes: ABORTED: contention", "codes: all others: permanent"));
}

TEST(FailureTableTest, PresetHasItsNamesAndHttpCodes) {
  ClassifierOptions options;
  options.preset = ClassifierPreset::kDynamoDb;
  const std::vector<std::string> lines = LinesOf(options);
  EXPECT_THAT(lines, Contains("DYNAMO_DB: ThrottlingException: throttled"));
  EXPECT_THAT(lines, Contains("DYNAMO_DB: HTTP 5xx: transient"));
  EXPECT_THAT(lines, Contains("codes: INTERNAL, UNAVAILABLE: transient"));
  EXPECT_THAT(lines, Contains("codes: ABORTED: contention"));
}

}  // namespace
}  // namespace baton::core
