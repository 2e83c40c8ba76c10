// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/classifier.h"

#include <string>
#include <utility>
#include <vector>

#include "baton/attempt_outcome.h"
#include "baton/core/policy/detailed_classifier.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/outcomes.h"

namespace baton::core {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

std::vector<std::pair<std::string, std::string>> TrailersOf(
    const AttemptDetails& details) {
  std::vector<std::pair<std::string, std::string>> trailers;
  details.ForEachTrailer([&](absl::string_view key, absl::string_view value) {
    trailers.emplace_back(key, value);
  });
  return trailers;
}

std::vector<std::string> ValuesOf(const AttemptDetails& details,
                                  absl::string_view key) {
  std::vector<std::string> values;
  details.ForEachValue(
      key, [&](absl::string_view value) { values.emplace_back(value); });
  return values;
}

TEST(AttemptDetailsTest, AttemptWithoutResponseHasOnlyMethodAndNumber) {
  const AttemptDetails details("/a.S/M", 2);
  EXPECT_EQ(details.method(), "/a.S/M");
  EXPECT_EQ(details.attempt_number(), 2);
  EXPECT_EQ(details.message(), "");
  EXPECT_EQ(details.error_details(), "");
  EXPECT_THAT(TrailersOf(details), IsEmpty());
  EXPECT_EQ(details.FindTrailer("k"), std::nullopt);
}

TEST(AttemptDetailsTest, TrailersAreFoundByKeyWithAnyBytes) {
  const std::string bytes("\0\xff", 2);
  const OwnedAttemptDetails details(
      "/a.S/M", 1,
      {"message", bytes, {{"k", "1"}, {"k", "2"}, {"l-bin", bytes}}});
  EXPECT_EQ(details.message(), "message");
  EXPECT_EQ(details.error_details(), bytes);
  EXPECT_EQ(details.FindTrailer("k"), "1");
  EXPECT_EQ(details.FindTrailer("l-bin"), bytes);
  EXPECT_EQ(details.FindTrailer("m"), std::nullopt);
  EXPECT_THAT(ValuesOf(details, "k"), ElementsAre("1", "2"));
  EXPECT_THAT(TrailersOf(details), ElementsAre(Pair("k", "1"), Pair("k", "2"),
                                               Pair("l-bin", bytes)));
}

// A class of an application that was written before there were details.
class OutcomeClassifier final : public Classifier {
  OutcomeClass Classify(const AttemptOutcome& outcome) const override {
    return outcome.error_reason == "BUSY" ? OutcomeClass::kThrottled
                                          : OutcomeClass::kPermanent;
  }
};

class MessageClassifier final : public Classifier {
 public:
  OutcomeClass Classify(const AttemptOutcome& /*outcome*/) const override {
    return OutcomeClass::kPermanent;
  }
  OutcomeClass ClassifyWithDetails(
      const AttemptOutcome& /*outcome*/,
      const AttemptDetails& details) const override {
    return details.message() == "busy" ? OutcomeClass::kThrottled
                                       : OutcomeClass::kPermanent;
  }
};

TEST(ClassifierTest, ClassifierOfOutcomesNeedsNoDetails) {
  const OutcomeClassifier classifier;
  const Classifier& base = classifier;
  EXPECT_EQ(base.ClassifyWithDetails(support::Unavailable().WithReason("BUSY"),
                                     AttemptDetails()),
            OutcomeClass::kThrottled);
}

TEST(ClassifierTest, DetailedClassifierPassesItsDetailsOn) {
  const MessageClassifier classifier;
  const OwnedAttemptDetails details("/a.S/M", 1, {"busy", "", {}});
  EXPECT_EQ(
      DetailedClassifier(classifier, details).Classify(support::Unavailable()),
      OutcomeClass::kThrottled);
}

}  // namespace
}  // namespace baton::core
