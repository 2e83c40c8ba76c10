// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/entity_rules.h"

#include "absl/status/status.h"
#include "baton/classifier.h"
#include "gtest/gtest.h"
#include "tests/support/outcomes.h"

namespace baton::core {
namespace {

using absl::StatusCode;
using support::ServerSays;

TEST(EntityRulesTest, ConflictIsOwnOnlyAfterAnUnknownOutcome) {
  EXPECT_TRUE(MayBeOwnEntity(StatusCode::kAlreadyExists, true));
  EXPECT_FALSE(MayBeOwnEntity(StatusCode::kAlreadyExists, false));
  EXPECT_FALSE(MayBeOwnEntity(StatusCode::kAborted, true));
}

class EntityClassifierTest : public ::testing::Test {
 protected:
  EntityFacts facts_;
  const EntityClassifier classifier_{ClassifierOptions(), facts_};
};

TEST_F(EntityClassifierTest, MissingNewEntityIsTransient) {
  EXPECT_EQ(classifier_.Classify(ServerSays(StatusCode::kNotFound)),
            OutcomeClass::kPermanent);
  facts_.may_be_missing = true;
  EXPECT_EQ(classifier_.Classify(ServerSays(StatusCode::kNotFound)),
            OutcomeClass::kTransient);
}

TEST_F(EntityClassifierTest, FactsDecideAboutAConflict) {
  EXPECT_EQ(classifier_.Classify(ServerSays(StatusCode::kAlreadyExists)),
            OutcomeClass::kPermanent);
  facts_.conflict = OutcomeClass::kTransient;
  EXPECT_EQ(classifier_.Classify(ServerSays(StatusCode::kAlreadyExists)),
            OutcomeClass::kTransient);
}

TEST_F(EntityClassifierTest, OtherOutcomesBelongToTheDefaultClassifier) {
  facts_.may_be_missing = true;
  facts_.conflict = OutcomeClass::kTransient;
  EXPECT_EQ(classifier_.Classify(support::Unavailable()),
            OutcomeClass::kTransient);
  EXPECT_EQ(classifier_.Classify(ServerSays(StatusCode::kInvalidArgument)),
            OutcomeClass::kPermanent);
}

TEST_F(EntityClassifierTest, ConflictIsRetryableIfTheReadMaySucceed) {
  EXPECT_EQ(ClassOfConflict(classifier_, support::Unavailable()),
            OutcomeClass::kTransient);
  EXPECT_EQ(ClassOfConflict(classifier_, ServerSays(StatusCode::kInternal)),
            OutcomeClass::kPermanent);
  // The application has read the entity, and it belongs to another client.
  EXPECT_EQ(ClassOfConflict(classifier_, support::Ok()),
            OutcomeClass::kPermanent);
}

}  // namespace
}  // namespace baton::core
