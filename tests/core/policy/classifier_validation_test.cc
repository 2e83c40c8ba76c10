// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy/classifier_validation.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> ErrorsOf(const ClassifierOptions& options) {
  ValidationErrors errors;
  ValidateClassifier(options, errors);
  return errors.errors();
}

FailureRule RuleFor(const std::string& reason) {
  FailureRule rule;
  rule.reason = reason;
  return rule;
}

// A change to an empty rule, and its only error ("" for none).
struct Row {
  void (*change)(FailureRule&);
  const char* error;
};

class FailureRuleTable : public ::testing::TestWithParam<Row> {};

TEST_P(FailureRuleTable, OnlyInvalidRulesAreRejected) {
  ClassifierOptions options;
  options.rules = {RuleFor("FIRST"), FailureRule()};
  GetParam().change(options.rules[1]);
  if (std::string(GetParam().error).empty()) {
    EXPECT_THAT(ErrorsOf(options), IsEmpty());
  } else {
    EXPECT_THAT(ErrorsOf(options), ElementsAre("classifier.rules[1]" +
                                               std::string(GetParam().error)));
  }
}

const Row kRows[] = {
    {[](FailureRule& r) { r.reason = "X"; }, ""},
    {[](FailureRule& r) { r.domain = "x.example.com"; }, ""},
    {[](FailureRule& r) { r.trailer = "x-ms.sub_status-2"; }, ""},
    {[](FailureRule& r) { r.message_contains = "Full \xff"; }, ""},
    {[](FailureRule& r) {
       r.trailer = "x";
       r.trailer_value = "";
     },
     ""},
    {[](FailureRule&) {},
     ": must set reason, domain, trailer or message_contains"},
    {[](FailureRule& r) { r.reason = ""; }, ".reason: must not be empty"},
    {[](FailureRule& r) { r.domain = ""; }, ".domain: must not be empty"},
    {[](FailureRule& r) { r.trailer = ""; }, ".trailer: must not be empty"},
    {[](FailureRule& r) { r.message_contains = ""; },
     ".message_contains: must not be empty"},
    {[](FailureRule& r) { r.trailer_value = "1"; },
     ".trailer_value: must not be set without trailer"},
    {[](FailureRule& r) { r.trailer = "X-State"; },
     ".trailer: must be lower-case letters, digits, '-', '_' and '.', got "
     "\"X-State\""},
    {[](FailureRule& r) { r.trailer = "a\n"; },
     ".trailer: must be lower-case letters, digits, '-', '_' and '.', got "
     "\"a\\n\""},
    {[](FailureRule& r) { r.trailer = "grpc-status"; },
     ".trailer: must be a key that does not begin with grpc- (gRPC reserves "
     "these), got grpc-status"},
    {[](FailureRule& r) { r.reason = std::string(256, 'x'); }, ""},
    {[](FailureRule& r) { r.reason = std::string(257, 'x'); },
     ".reason: must be at most 256 bytes, got 257"},
    {[](FailureRule& r) { r.domain = std::string(257, 'x'); },
     ".domain: must be at most 256 bytes, got 257"},
    {[](FailureRule& r) { r.trailer = std::string(257, 'x'); },
     ".trailer: must be at most 256 bytes, got 257"},
    {[](FailureRule& r) {
       r.trailer = "x";
       r.trailer_value = std::string(257, 'x');
     },
     ".trailer_value: must be at most 256 bytes, got 257"},
    {[](FailureRule& r) { r.message_contains = std::string(257, 'x'); },
     ".message_contains: must be at most 256 bytes, got 257"},
    {[](FailureRule& r) {
       r.reason = "X";
       r.outcome_class = OutcomeClass::kSuccess;
     },
     ".outcome_class: must be transient, throttled, contention or permanent, "
     "got success"},
};
INSTANTIATE_TEST_SUITE_P(Rules, FailureRuleTable, ::testing::ValuesIn(kRows));

TEST(ClassifierValidationTest, NumberOfRulesIsBounded) {
  ClassifierOptions options;
  options.rules.resize(32, RuleFor("X"));
  EXPECT_THAT(ErrorsOf(options), IsEmpty());
  options.rules.resize(33, RuleFor("X"));
  EXPECT_THAT(ErrorsOf(options),
              ElementsAre("classifier.rules: must be at most 32 rules, got "
                          "33"));
}

TEST(ClassifierValidationTest, AllErrorsOfARuleAreReported) {
  ClassifierOptions options;
  options.rules.emplace_back();
  options.rules[0].reason = "";
  options.rules[0].trailer = "K";
  EXPECT_THAT(ErrorsOf(options),
              ElementsAre("classifier.rules[0].reason: must not be empty",
                          "classifier.rules[0].trailer: must be lower-case "
                          "letters, digits, '-', '_' and '.', got \"K\""));
}

TEST(ClassifierValidationTest, RequestIdTrailerMustBeAKey) {
  ClassifierOptions options;
  options.request_id_trailer = "x-trace.id_2";
  EXPECT_THAT(ErrorsOf(options), IsEmpty());
  options.request_id_trailer = "";
  EXPECT_THAT(ErrorsOf(options),
              ElementsAre("classifier.request_id_trailer: must not be empty"));
  options.request_id_trailer = "X-Id";
  EXPECT_THAT(ErrorsOf(options),
              ElementsAre("classifier.request_id_trailer: must be lower-case "
                          "letters, digits, '-', '_' and '.', got \"X-Id\""));
  options.request_id_trailer = "grpc-id";
  EXPECT_THAT(ErrorsOf(options),
              ElementsAre("classifier.request_id_trailer: must be a key that "
                          "does not begin with grpc- (gRPC reserves these), "
                          "got grpc-id"));
  options.request_id_trailer = std::string(257, 'x');
  EXPECT_THAT(ErrorsOf(options),
              ElementsAre("classifier.request_id_trailer: must be at most 256 "
                          "bytes, got 257"));
}

}  // namespace
}  // namespace baton::core
