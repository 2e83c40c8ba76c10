// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy/failure_rules.h"

#include <string>

#include "absl/status/status.h"
#include "baton/classifier.h"
#include "baton/status_classifier.h"
#include "gtest/gtest.h"
#include "tests/support/outcomes.h"

namespace baton::core {
namespace {

AttemptOutcome Failure(const std::string& reason, const std::string& domain) {
  AttemptOutcome outcome = support::ServerSays(absl::StatusCode::kInternal);
  outcome.error_reason = reason;
  outcome.error_domain = domain;
  return outcome;
}

const OwnedAttemptDetails& Details() {
  static const auto* const details = new OwnedAttemptDetails(
      "/shop.v1.Inventory/Get", 1,
      {"the partition is full", "", {{"state", "a"}, {"state", "b"}}});
  return *details;
}

bool MatchesFailure(const FailureRule& rule) {
  return Matches(rule, Failure("FULL", "shop.example.com"), Details());
}

TEST(FailureRuleTest, ReasonAndDomainMatchExactly) {
  FailureRule rule;
  rule.reason = "FULL";
  EXPECT_TRUE(MatchesFailure(rule));
  rule.reason = "full";
  EXPECT_FALSE(MatchesFailure(rule));
  rule.reason.reset();
  rule.domain = "shop.example.com";
  EXPECT_TRUE(MatchesFailure(rule));
  rule.domain = "example.com";
  EXPECT_FALSE(MatchesFailure(rule));
}

TEST(FailureRuleTest, TrailerMatchesAnyValueOrOneOfItsValues) {
  FailureRule rule;
  rule.trailer = "state";
  EXPECT_TRUE(MatchesFailure(rule));
  rule.trailer_value = "b";
  EXPECT_TRUE(MatchesFailure(rule));
  rule.trailer_value = "c";
  EXPECT_FALSE(MatchesFailure(rule));
  rule.trailer_value.reset();
  rule.trailer = "other";
  EXPECT_FALSE(MatchesFailure(rule));
}

TEST(FailureRuleTest, PartOfTheMessageMatches) {
  FailureRule rule;
  rule.message_contains = "partition is";
  EXPECT_TRUE(MatchesFailure(rule));
  rule.message_contains = "Partition";
  EXPECT_FALSE(MatchesFailure(rule));
}

TEST(FailureRuleTest, EverythingThatIsSetMustMatch) {
  FailureRule rule;
  rule.reason = "FULL";
  rule.domain = "shop.example.com";
  rule.trailer = "state";
  rule.trailer_value = "a";
  rule.message_contains = "full";
  EXPECT_TRUE(MatchesFailure(rule));
  rule.message_contains = "empty";
  EXPECT_FALSE(MatchesFailure(rule));
  rule.message_contains = "full";
  rule.domain = "other.example.com";
  EXPECT_FALSE(MatchesFailure(rule));
}

TEST(FailureRuleTest, RuleWithoutTextMatchesNothing) {
  EXPECT_FALSE(MatchesFailure(FailureRule()));
  FailureRule rule;
  rule.reason = "";
  EXPECT_FALSE(Matches(rule, Failure("", ""), AttemptDetails()));
  rule = FailureRule();
  rule.domain = "";
  EXPECT_FALSE(Matches(rule, Failure("", ""), AttemptDetails()));
  rule = FailureRule();
  rule.message_contains = "";
  EXPECT_FALSE(MatchesFailure(rule));
}

TEST(FailureRuleTest, OnlyTheBeginningOfALongMessageIsSearched) {
  FailureRule rule;
  rule.message_contains = "needle";
  const std::string padding(kSearchedMessageBytes - 6, 'x');
  const OwnedAttemptDetails last("/a.S/M", 1, {padding + "needle", "", {}});
  EXPECT_TRUE(Matches(rule, Failure("", ""), last));
  const OwnedAttemptDetails beyond("/a.S/M", 1, {padding + "xneedle", "", {}});
  EXPECT_FALSE(Matches(rule, Failure("", ""), beyond));
}

TEST(StatusClassifierRulesTest, FirstMatchingRuleGivesTheClass) {
  ClassifierOptions options;
  options.rules.resize(3);
  options.rules[0].reason = "OTHER";
  options.rules[1].trailer = "state";
  options.rules[1].outcome_class = OutcomeClass::kContention;
  options.rules[2].reason = "FULL";
  options.rules[2].outcome_class = OutcomeClass::kThrottled;
  const StatusClassifier classifier(options);
  const AttemptOutcome outcome = Failure("FULL", "shop.example.com");
  EXPECT_EQ(classifier.ClassifyWithDetails(outcome, Details()),
            OutcomeClass::kContention);
  // Without details there are no trailers.
  EXPECT_EQ(classifier.Classify(outcome), OutcomeClass::kThrottled);
}

TEST(StatusClassifierRulesTest, SuccessAndCancellationMatchNoRule) {
  ClassifierOptions options;
  options.rules.resize(1);
  options.rules[0].trailer = "state";
  options.rules[0].outcome_class = OutcomeClass::kTransient;
  const StatusClassifier classifier(options);
  EXPECT_EQ(classifier.ClassifyWithDetails(support::Ok(), Details()),
            OutcomeClass::kSuccess);
  EXPECT_EQ(
      classifier.ClassifyWithDetails(support::CancelledByCaller(), Details()),
      OutcomeClass::kCancelled);
  EXPECT_EQ(classifier.ClassifyWithDetails(support::CallTimedOut(), Details()),
            OutcomeClass::kExpired);
}

}  // namespace
}  // namespace baton::core
