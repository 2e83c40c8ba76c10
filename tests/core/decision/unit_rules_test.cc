// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/unit_rules.h"

#include <vector>

#include "gtest/gtest.h"

namespace baton::core {
namespace {

UnitMember Done(bool is_replayable) {
  UnitMember member;
  member.method = is_replayable ? "/Read" : "/Charge";
  member.may_have_run = true;
  member.is_replayable = is_replayable;
  return member;
}

UnitMember Failed(bool outcome_unknown, bool is_replayable) {
  UnitMember member;
  member.method = "/Place";
  member.code = absl::StatusCode::kUnavailable;
  member.outcome.code = member.code;
  member.outcome_unknown = member.may_have_run = outcome_unknown;
  member.is_replayable = is_replayable;
  return member;
}

TEST(UnitRulesTest, IdempotentMembersCanBeReplayed) {
  const std::vector<UnitMember> members = {Done(true), Failed(true, true)};
  EXPECT_EQ(MemberAgainstReplay(members), nullptr);
  EXPECT_EQ(StepAfterFailure(members, OutcomeClass::kTransient, false),
            UnitStep::kReplay);
}

TEST(UnitRulesTest, MemberThatSucceededAndCannotRunAgainPreventsAReplay) {
  const std::vector<UnitMember> members = {Done(true), Done(false),
                                           Failed(false, true)};
  ASSERT_NE(MemberAgainstReplay(members), nullptr);
  EXPECT_EQ(MemberAgainstReplay(members)->method, "/Charge");
  EXPECT_EQ(StepAfterFailure(members, OutcomeClass::kTransient, false),
            UnitStep::kFailUnknown);
  EXPECT_EQ(StepAfterFailure(members, OutcomeClass::kTransient, true),
            UnitStep::kVerify);
}

TEST(UnitRulesTest, MemberThatCertainlyDidNotRunPreventsNoReplay) {
  const std::vector<UnitMember> members = {Failed(false, false)};
  EXPECT_EQ(StepAfterFailure(members, OutcomeClass::kTransient, false),
            UnitStep::kReplay);
}

TEST(UnitRulesTest, UnitIsReplayedAfterContention) {
  const std::vector<UnitMember> members = {Done(true), Failed(false, false)};
  EXPECT_EQ(StepAfterFailure(members, OutcomeClass::kContention, false),
            UnitStep::kReplay);
}

TEST(UnitRulesTest, FailureThatIsNoReasonForAReplayIsReturned) {
  const std::vector<UnitMember> members = {Done(false), Failed(false, false)};
  EXPECT_EQ(StepAfterFailure(members, OutcomeClass::kPermanent, true),
            UnitStep::kFail);
}

TEST(UnitRulesTest, UnknownOutcomeIsVerifiedEvenIfNoReplayCouldFollow) {
  const std::vector<UnitMember> members = {Failed(true, true)};
  EXPECT_EQ(StepAfterFailure(members, OutcomeClass::kPermanent, true),
            UnitStep::kVerify);
  EXPECT_EQ(StepAfterFailure(members, OutcomeClass::kPermanent, false),
            UnitStep::kFailUnknown);
}

TEST(UnitRulesTest, LastMemberWithTheCodeOfTheBodyIsTheCause) {
  const std::vector<UnitMember> members = {Failed(true, true), Done(true),
                                           Failed(false, true)};
  EXPECT_EQ(CauseOfFailure(members, absl::StatusCode::kUnavailable),
            &members[2]);
  EXPECT_EQ(CauseOfFailure(members, absl::StatusCode::kAborted), nullptr);
}

TEST(UnitRulesTest, DeadlineOfAMemberIsATimeoutOfTheUnit) {
  UnitMember cause = Failed(true, true);
  cause.outcome.origin = AttemptOrigin::kCallDeadline;
  const MonotonicTime now;
  const Deadline later = Deadline::After(now, absl::Seconds(1));
  EXPECT_EQ(OutcomeForUnit(cause, later, now).origin,
            AttemptOrigin::kAttemptTimeout);
  EXPECT_EQ(OutcomeForUnit(cause, later, now + absl::Seconds(2)).origin,
            AttemptOrigin::kCallDeadline);
}

}  // namespace
}  // namespace baton::core
