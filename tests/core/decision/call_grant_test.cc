// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/call_grant.h"

#include <optional>
#include <vector>

#include "baton/policy/owner.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

constexpr Owner kKeep{OwnerMode::kKeep, 0};
constexpr Owner kDelegate{OwnerMode::kDelegate, 0};

Owner Split(int keep) { return {OwnerMode::kSplit, keep}; }

TEST(CallGrantTest, FirstAttemptNeedsNoGrant) {
  CallGrant grant(0, kKeep, true);
  EXPECT_TRUE(grant.CanStartAttempt());
  EXPECT_EQ(grant.StartAttempt(), 0);
  EXPECT_FALSE(grant.CanStartAttempt());
  EXPECT_EQ(grant.used(), 0);
}

TEST(CallGrantTest, ForwardedGrantDependsOnTheCallee) {
  CallGrant grant(2, kDelegate, /*callee_participates=*/true);
  EXPECT_EQ(grant.StartAttempt(), 2);
  grant.EndAttempt(2, 0);
  grant.SetCallee(/*participates=*/false);
  EXPECT_EQ(grant.StartAttempt(), 0);
  grant.EndAttempt(0, std::nullopt);
  grant.SetCallee(/*participates=*/true);
  EXPECT_EQ(grant.StartAttempt(), 0);
  EXPECT_EQ(grant.used(), 2);
}

TEST(CallGrantTest, GrantIsClampedToTheMaximumOfTheHeader) {
  EXPECT_EQ(CallGrant(-1, kKeep, true).granted(), 0);
  EXPECT_EQ(CallGrant(10, kKeep, true).granted(), 9);
}

TEST(CallGrantTest, KeepUsesTheWholeGrantAndForwardsZero) {
  CallGrant grant(2, kKeep, true);
  for (int attempt = 1; attempt <= 3; ++attempt) {
    ASSERT_TRUE(grant.CanStartAttempt());
    EXPECT_EQ(grant.StartAttempt(), 0);
    grant.EndAttempt(0, std::nullopt);
    EXPECT_EQ(grant.attempts(), attempt);
    EXPECT_EQ(grant.used(), attempt - 1);
  }
  EXPECT_FALSE(grant.CanStartAttempt());
}

TEST(CallGrantTest, DelegateForwardsAllAndUsesTheRest) {
  CallGrant grant(2, kDelegate, true);
  EXPECT_EQ(grant.StartAttempt(), 2);
  EXPECT_FALSE(grant.CanStartAttempt());  // 0 + 2 forwarded
  grant.EndAttempt(2, 1);                 // 0 + 1: one is unused
  ASSERT_TRUE(grant.CanStartAttempt());
  EXPECT_EQ(grant.StartAttempt(), 0);  // 1 + 1: this attempt
  EXPECT_EQ(grant.used(), 2);
  EXPECT_FALSE(grant.CanStartAttempt());
}

TEST(CallGrantTest, SplitKeepsItsPartAndForwardsTheRest) {
  CallGrant grant(3, Split(1), true);
  EXPECT_EQ(grant.StartAttempt(), 2);  // 0 + 2, one kept
  grant.EndAttempt(2, std::nullopt);
  ASSERT_TRUE(grant.CanStartAttempt());
  EXPECT_EQ(grant.StartAttempt(), 0);  // 1 + 2
  EXPECT_FALSE(grant.CanStartAttempt());
}

TEST(CallGrantTest, SplitForwardsTheUnusedGrantAgain) {
  CallGrant grant(4, Split(1), true);
  EXPECT_EQ(grant.StartAttempt(), 3);  // 0 + 3, one kept
  grant.EndAttempt(3, 0);              // 0 + 0
  // The retry uses the kept extra attempt, and the grant of 3 is forwarded
  // again.
  EXPECT_EQ(grant.StartAttempt(), 3);  // 1 + 3
  EXPECT_FALSE(grant.CanStartAttempt());
}

TEST(CallGrantTest, SplitWithASmallGrantForwardsZero) {
  CallGrant grant(1, Split(8), true);
  EXPECT_EQ(grant.StartAttempt(), 0);
  EXPECT_TRUE(grant.CanStartAttempt());
}

TEST(CallGrantTest, OnlySplitKeepsAPartOfAForwardedGrant) {
  struct Row {
    int granted;
    Owner owner;
    bool callee_participates;
    // After one, two and three attempts.
    std::vector<bool> keeps;
  };
  const Row rows[] = {
      {4, kKeep, true, {false, false, false}},
      {4, kDelegate, true, {false}},
      {4, Split(1), true, {true, false}},
      {4, Split(2), true, {true, true, false}},
      {1, Split(1), true, {false, false}},   // nothing was forwarded
      {4, Split(1), false, {false, false}},  // the callee gets nothing
  };
  for (const Row& row : rows) {
    CallGrant grant(row.granted, row.owner, row.callee_participates);
    for (const bool keeps : row.keeps) {
      ASSERT_TRUE(grant.CanStartAttempt());
      grant.EndAttempt(grant.StartAttempt(), std::nullopt);
      EXPECT_EQ(grant.KeepsSomeGrant(), keeps)
          << row.granted << " " << ToString(row.owner.mode) << " after "
          << grant.attempts();
    }
  }
}

TEST(CallGrantTest, NonParticipatingCalleeGetsNoGrant) {
  for (const Owner owner : {kKeep, kDelegate, Split(1)}) {
    CallGrant grant(2, owner, /*callee_participates=*/false);
    EXPECT_EQ(grant.StartAttempt(), 0);
    EXPECT_TRUE(grant.CanStartAttempt());
  }
}

TEST(CallGrantTest, EachOwnerForwardsWhatTheCallMayNotSpend) {
  for (const GrantUse use :
       {GrantUse::kForwardNotIdempotent, GrantUse::kForwardNoTime}) {
    for (const Owner owner : {kKeep, kDelegate, Split(1)}) {
      CallGrant grant(2, owner, true);
      grant.SetUse(use);
      EXPECT_EQ(grant.StartAttempt(), 2);
      EXPECT_FALSE(grant.CanStartAttempt());
      EXPECT_FALSE(grant.KeepsSomeGrant());
      EXPECT_EQ(grant.used(), 2);
    }
  }
}

TEST(CallGrantTest, ForwardedGrantComesBackIfTheAttemptReachedNoHandler) {
  CallGrant rejected(2, kKeep, true);
  rejected.SetUse(GrantUse::kForwardNotIdempotent);
  rejected.EndAttempt(rejected.StartAttempt(), 0);
  ASSERT_TRUE(rejected.CanStartAttempt());
  EXPECT_EQ(rejected.StartAttempt(), 1);  // 1 + 1
  CallGrant unsent(2, kKeep, true);
  unsent.SetUse(GrantUse::kForwardNotIdempotent);
  unsent.UndoAttempt(unsent.StartAttempt());
  EXPECT_EQ(unsent.StartAttempt(), 2);  // 0 + 2
}

TEST(CallGrantTest, CallWhoseRetriesAreSwitchedOffForwardsZero) {
  for (const Owner owner : {kKeep, kDelegate, Split(1)}) {
    CallGrant grant(2, owner, true);
    grant.SetUse(GrantUse::kSwitchedOff);
    EXPECT_EQ(grant.StartAttempt(), 0);
    EXPECT_EQ(grant.used(), 0);
  }
}

TEST(CallGrantTest, UnknownCalleeGetsNothingOfWhatTheCallMayNotSpend) {
  CallGrant grant(2, kKeep, /*callee_participates=*/false);
  grant.SetUse(GrantUse::kForwardNotIdempotent);
  EXPECT_EQ(grant.StartAttempt(), 0);
}

TEST(CallGrantTest, MissingReportCountsAsAllUsed) {
  CallGrant grant(2, kDelegate, true);
  grant.EndAttempt(grant.StartAttempt(), std::nullopt);
  EXPECT_EQ(grant.used(), 2);
  EXPECT_FALSE(grant.CanStartAttempt());
}

TEST(CallGrantTest, ReportOutOfRangeIsClamped) {
  CallGrant much(2, kDelegate, true);
  much.EndAttempt(much.StartAttempt(), 9);
  EXPECT_EQ(much.used(), 2);
  CallGrant negative(2, kDelegate, true);
  negative.EndAttempt(negative.StartAttempt(), -5);
  EXPECT_EQ(negative.used(), 0);
}

TEST(CallGrantTest, UndoneAttemptRestoresTheGrant) {
  CallGrant grant(2, kDelegate, true);
  grant.UndoAttempt(grant.StartAttempt());
  EXPECT_EQ(grant.attempts(), 0);
  EXPECT_EQ(grant.used(), 0);
  EXPECT_EQ(grant.StartAttempt(), 2);
}

TEST(CallGrantTest, ReservedAttemptCountsBeforeItStarts) {
  CallGrant grant(1, kKeep, true);
  grant.StartAttempt();
  ASSERT_TRUE(grant.CanStartAttempt());
  grant.ReserveAttempt();
  EXPECT_EQ(grant.attempts(), 1);
  EXPECT_EQ(grant.attempts_admitted(), 2);
  EXPECT_EQ(grant.used(), 1);
  EXPECT_FALSE(grant.CanStartAttempt());  // for example for a hedge
  grant.StartAttempt();                   // the reserved attempt
  EXPECT_EQ(grant.attempts_admitted(), 2);
  EXPECT_EQ(grant.used(), 1);
}

TEST(CallGrantTest, ReleasedAttemptCanBeReservedAgain) {
  CallGrant grant(1, kKeep, true);
  grant.StartAttempt();
  grant.ReserveAttempt();
  grant.ReleaseAttempt();
  EXPECT_EQ(grant.used(), 0);
  EXPECT_TRUE(grant.CanStartAttempt());
  grant.ReleaseAttempt();  // nothing is reserved
  EXPECT_EQ(grant.attempts_admitted(), 1);
}

TEST(CallGrantTest, ReservedAttemptIsNotForwarded) {
  CallGrant grant(2, kDelegate, true);
  grant.EndAttempt(grant.StartAttempt(), 0);
  grant.ReserveAttempt();
  grant.ReserveAttempt();
  EXPECT_EQ(grant.StartAttempt(), 0);  // 1 started + 1 reserved: none is left
}

// Checks the amplification bound for every course of a call. In each step the
// call reserves or starts an attempt if it can, or a running attempt ends with
// any report.
class AmplificationExplorer {
 public:
  void Explore(const CallGrant& grant, const std::vector<int>& running) {
    ++states_;
    int forwarded = 0;
    for (const int g : running) forwarded += g;
    ASSERT_GE(grant.used(), 0);
    ASSERT_LE(grant.used(), grant.granted());
    ASSERT_LE(forwarded, grant.granted());
    if (grant.CanStartAttempt() && grant.attempts_admitted() < 4) {
      CallGrant next = grant;
      next.ReserveAttempt();
      Explore(next, running);
    }
    if (grant.attempts_admitted() > grant.attempts()) {
      CallGrant next = grant;
      std::vector<int> more = running;
      more.push_back(next.StartAttempt());
      ASSERT_GE(more.back(), 0);
      Explore(next, more);
    }
    if (grant.CanStartAttempt() && grant.attempts_admitted() < 4) {
      CallGrant next = grant;
      std::vector<int> more = running;
      more.push_back(next.StartAttempt());
      ASSERT_GE(more.back(), 0);
      Explore(next, more);
    }
    if (running.empty()) return;
    for (int report = -1; report <= running.back(); ++report) {
      CallGrant next = grant;
      std::vector<int> fewer = running;
      fewer.pop_back();
      next.EndAttempt(running.back(),
                      report < 0 ? std::nullopt : std::make_optional(report));
      Explore(next, fewer);
    }
  }

  int states() const { return states_; }

 private:
  int states_ = 0;
};

TEST(CallGrantTest, RandomCallsStayWithinTheAmplificationBound) {
  AmplificationExplorer explorer;
  for (int granted = 0; granted <= 4; ++granted) {
    for (const Owner owner : {kKeep, kDelegate, Split(1), Split(2), Split(8)}) {
      for (const bool participates : {false, true}) {
        for (const GrantUse use :
             {GrantUse::kByOwner, GrantUse::kForwardNotIdempotent,
              GrantUse::kForwardNoTime, GrantUse::kSwitchedOff}) {
          CallGrant grant(granted, owner, participates);
          grant.SetUse(use);
          explorer.Explore(grant, {});
        }
      }
    }
  }
  EXPECT_GT(explorer.states(), 1000);
}

#ifndef NDEBUG

TEST(CallGrantDeathTest, ReservationBeyondTheGrantFailsAnAssertion) {
  CallGrant grant(0, kKeep, true);
  grant.StartAttempt();
  EXPECT_DEATH(grant.ReserveAttempt(), "CanStartAttempt");
}

#endif  // NDEBUG

}  // namespace
}  // namespace baton::core
