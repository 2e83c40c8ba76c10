// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy/classifier_presets.h"

#include <set>
#include <string>

#include "absl/status/status.h"
#include "baton/classifier.h"
#include "baton/policy/defaults.h"
#include "baton/status_classifier.h"
#include "gtest/gtest.h"
#include "tests/support/all_codes.h"
#include "tests/support/outcomes.h"

namespace baton::core {
namespace {

using absl::StatusCode;
using support::ServerSays;

constexpr ClassifierPreset kPresets[] = {
    ClassifierPreset::kCosmosDb, ClassifierPreset::kDynamoDb,
    ClassifierPreset::kGoogleAip, ClassifierPreset::kHttp};

ClassifierOptions With(ClassifierPreset preset) {
  ClassifierOptions options;
  options.preset = preset;
  return options;
}

OutcomeClass ClassOf(const ClassifierOptions& options,
                     const AttemptOutcome& outcome,
                     const AttemptDetails& details = AttemptDetails()) {
  return StatusClassifier(options).ClassifyWithDetails(outcome, details);
}

OutcomeClass ClassOfName(ClassifierPreset preset, const std::string& name) {
  return ClassOf(With(preset),
                 ServerSays(StatusCode::kInvalidArgument).WithReason(name));
}

OutcomeClass ClassOfHttp(ClassifierPreset preset, const std::string& code) {
  const OwnedAttemptDetails details("/a.S/M", 1,
                                    {"", "", {{"http-status", code}}});
  return ClassOf(With(preset), ServerSays(StatusCode::kUnknown), details);
}

TEST(ClassifierPresetsTest, TablesAreWellFormed) {
  for (const ClassifierPreset preset : kPresets) {
    std::set<std::string> names;
    StatusCodeSet codes;
    for (const PresetRow& row : RowsOf(preset)) {
      EXPECT_TRUE(!row.name.empty() || row.first_http != 0 ||
                  !row.codes.empty());
      EXPECT_LE(row.first_http, row.last_http);
      if (!row.name.empty()) {
        EXPECT_TRUE(names.insert(std::string(row.name)).second) << row.name;
      }
      for (const StatusCode code : support::kAllCodes) {
        if (!row.codes.Contains(code)) continue;
        EXPECT_FALSE(codes.Contains(code)) << code << " has two rows";
        codes.Add(code);
        if (row.outcome_class != OutcomeClass::kPermanent) {
          EXPECT_FALSE(defaults::kNeverRetryableCodes.Contains(code)) << code;
        }
      }
    }
  }
  EXPECT_TRUE(RowsOf(ClassifierPreset::kNone).empty());
}

TEST(ClassifierPresetsTest, HttpCodeIsTheReasonOrATrailer) {
  const OwnedAttemptDetails trailer("/a.S/M", 1,
                                    {"", "", {{"http-status", "429"}}});
  const AttemptOutcome plain = ServerSays(StatusCode::kUnknown);
  EXPECT_EQ(HttpCodeOf(plain, AttemptDetails()), 0);
  EXPECT_EQ(HttpCodeOf(plain, trailer), 429);
  const AttemptOutcome named =
      ServerSays(StatusCode::kUnknown).WithReason("449");
  EXPECT_EQ(HttpCodeOf(named, AttemptDetails()), 449);
  EXPECT_EQ(HttpCodeOf(named, trailer), 449);
}

TEST(ClassifierPresetsTest, OtherTextsAreNoHttpCodes) {
  for (const std::string text : {"", "42", "4290", "399", "600", "4a9", " 429",
                                 "+29", "\xff\xff\xff", "TOO_MANY"}) {
    const OwnedAttemptDetails details("/a.S/M", 1,
                                      {"", "", {{"http-status", text}}});
    EXPECT_EQ(HttpCodeOf(ServerSays(StatusCode::kUnknown), details), 0) << text;
  }
}

TEST(ClassifierPresetsTest, CosmosCodesHaveTheClassesOfTheirDocument) {
  const ClassifierPreset preset = ClassifierPreset::kCosmosDb;
  EXPECT_EQ(ClassOfHttp(preset, "403"), OutcomeClass::kPermanent);
  EXPECT_EQ(ClassOfHttp(preset, "408"), OutcomeClass::kTimeout);
  EXPECT_EQ(ClassOfHttp(preset, "410"), OutcomeClass::kTransient);
  EXPECT_EQ(ClassOfHttp(preset, "429"), OutcomeClass::kThrottled);
  EXPECT_EQ(ClassOfHttp(preset, "449"), OutcomeClass::kContention);
  EXPECT_EQ(ClassOfHttp(preset, "500"), OutcomeClass::kPermanent);
  EXPECT_EQ(ClassOfHttp(preset, "503"), OutcomeClass::kTransient);
  EXPECT_EQ(ClassOf(With(preset), ServerSays(StatusCode::kAborted)),
            OutcomeClass::kContention);
  EXPECT_EQ(ClassOf(With(preset), ServerSays(StatusCode::kResourceExhausted)),
            OutcomeClass::kThrottled);
}

TEST(ClassifierPresetsTest, DynamoNamesDecideUnderOneCode) {
  const ClassifierPreset preset = ClassifierPreset::kDynamoDb;
  EXPECT_EQ(ClassOfName(preset, "ThrottlingException"),
            OutcomeClass::kThrottled);
  EXPECT_EQ(ClassOfName(preset,
                        "com.amazonaws.dynamodb.v20120810#ThrottlingException"),
            OutcomeClass::kThrottled);
  EXPECT_EQ(ClassOfName(preset, "TransactionConflictException"),
            OutcomeClass::kContention);
  EXPECT_EQ(ClassOfName(preset, "UnrecognizedClientException"),
            OutcomeClass::kPermanent);
  EXPECT_EQ(ClassOfName(preset, "ThrottlingException#"),
            OutcomeClass::kPermanent);
  EXPECT_EQ(ClassOfHttp(preset, "500"), OutcomeClass::kTransient);
  EXPECT_EQ(ClassOfHttp(preset, "599"), OutcomeClass::kTransient);
  EXPECT_EQ(ClassOfHttp(preset, "400"), OutcomeClass::kPermanent);
}

TEST(ClassifierPresetsTest, HttpRangesHaveExceptions) {
  const ClassifierPreset preset = ClassifierPreset::kHttp;
  EXPECT_EQ(ClassOfHttp(preset, "418"), OutcomeClass::kPermanent);
  EXPECT_EQ(ClassOfHttp(preset, "429"), OutcomeClass::kThrottled);
  EXPECT_EQ(ClassOfHttp(preset, "501"), OutcomeClass::kPermanent);
  EXPECT_EQ(ClassOfHttp(preset, "502"), OutcomeClass::kTransient);
  EXPECT_EQ(ClassOfHttp(preset, "504"), OutcomeClass::kTimeout);
  EXPECT_EQ(ClassOf(With(preset), ServerSays(StatusCode::kInternal)),
            OutcomeClass::kTransient);
}

TEST(ClassifierPresetsTest, GoogleAipRetriesUnavailableOnly) {
  ClassifierOptions options = With(ClassifierPreset::kGoogleAip);
  options.retryable_codes = {};
  for (const StatusCode code : support::kAllCodes) {
    const OutcomeClass expected =
        code == StatusCode::kOk            ? OutcomeClass::kSuccess
        : code == StatusCode::kUnavailable ? OutcomeClass::kTransient
                                           : OutcomeClass::kPermanent;
    EXPECT_EQ(ClassOf(options, ServerSays(code)), expected) << code;
  }
  EXPECT_EQ(ClassOf(options, ServerSays(StatusCode::kResourceExhausted)
                                 .WithRetryInfo(absl::Seconds(1))),
            OutcomeClass::kThrottled);
}

TEST(ClassifierPresetsTest, RuleOfTheApplicationComesFirst) {
  ClassifierOptions options = With(ClassifierPreset::kCosmosDb);
  options.rules.resize(1);
  options.rules[0].message_contains = "partition key is full";
  options.rules[0].outcome_class = OutcomeClass::kTransient;
  const AttemptOutcome forbidden =
      ServerSays(StatusCode::kPermissionDenied).WithReason("403");
  const OwnedAttemptDetails full("/a.S/M", 1,
                                 {"the partition key is full", "", {}});
  EXPECT_EQ(ClassOf(options, forbidden, full), OutcomeClass::kTransient);
  EXPECT_EQ(ClassOf(options, forbidden), OutcomeClass::kPermanent);
}

TEST(ClassifierPresetsTest, RetryableCodesAddToThePreset) {
  ClassifierOptions options = With(ClassifierPreset::kCosmosDb);
  options.retryable_codes = {StatusCode::kInternal};
  EXPECT_EQ(ClassOf(options, ServerSays(StatusCode::kInternal)),
            OutcomeClass::kTransient);
  // The HTTP code says more than the status code.
  EXPECT_EQ(
      ClassOf(options, ServerSays(StatusCode::kInternal).WithReason("500")),
      OutcomeClass::kPermanent);
  EXPECT_EQ(ClassOf(options, ServerSays(StatusCode::kUnavailable)),
            OutcomeClass::kTransient);
}

TEST(ClassifierPresetsTest, RequestedWaitMeansThrottled) {
  const ClassifierOptions options = With(ClassifierPreset::kCosmosDb);
  EXPECT_EQ(ClassOf(options, ServerSays(StatusCode::kUnavailable)
                                 .WithReason("503")
                                 .WithPushback(absl::Seconds(1))),
            OutcomeClass::kThrottled);
  EXPECT_EQ(ClassOf(options, ServerSays(StatusCode::kUnavailable)
                                 .WithReason("400")
                                 .WithPushback(absl::Seconds(1))),
            OutcomeClass::kPermanent);
}

// gRPC on this side creates such codes for responses that it cannot read, and
// for lost streams.
TEST(ClassifierPresetsTest, CodesWithoutAResponseAreNotTheService) {
  const ClassifierOptions options = With(ClassifierPreset::kHttp);
  EXPECT_EQ(ClassOf(options, support::Ended(StatusCode::kInternal,
                                            AttemptOrigin::kUnconfirmed)),
            OutcomeClass::kPermanent);
  EXPECT_EQ(ClassOf(options, support::Ended(StatusCode::kResourceExhausted,
                                            AttemptOrigin::kUnconfirmed)),
            OutcomeClass::kPermanent);
  EXPECT_EQ(ClassOf(options, support::Broken()), OutcomeClass::kTransient);
  EXPECT_EQ(
      ClassOf(With(ClassifierPreset::kGoogleAip), support::AttemptTimedOut()),
      OutcomeClass::kTimeout);
}

}  // namespace
}  // namespace baton::core
