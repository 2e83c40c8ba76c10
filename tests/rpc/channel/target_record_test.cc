// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/channel/target_record.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "baton/core/limits/process_budget.h"
#include "baton/misuse.h"
#include "baton/real_clock.h"
#include "gtest/gtest.h"

namespace baton::rpc {
namespace {

ProcessBudgetOptions Budget(double capacity) {
  ProcessBudgetOptions options;
  options.capacity = capacity;
  options.refill_per_second = 0;
  return options;
}

void Withdraw(TargetRecord& record) {
  core::BudgetSpending spending;
  EXPECT_TRUE(record.budget().TryWithdraw(RetryCost::kTransient,
                                          RealClock().Now(), spending));
}

double Level(const TargetRecord& record) {
  return record.budget().Level(RealClock().Now());
}

AttemptOutcome WithAdvice() {
  AttemptOutcome outcome;
  outcome.advice.emplace();
  return outcome;
}

TEST(TargetRecordTest, SameTargetSharesOneRecord) {
  const auto a = TargetRecordFor("a", {});
  EXPECT_EQ(TargetRecordFor("a", {}), a);
  EXPECT_NE(TargetRecordFor("b", {}), a);
}

TEST(TargetRecordTest, FormsOfOneTargetShareOneRecord) {
  const auto a = TargetRecordFor("dns:///a:443", {});
  EXPECT_EQ(TargetRecordFor("a:443", {}), a);
  const std::vector<TargetGauges> gauges = AllTargetGauges().Read();
  ASSERT_EQ(gauges.size(), 1U);
  EXPECT_EQ(gauges[0].target, "dns:///a:443");
}

TEST(TargetRecordTest, ConflictingOptionsOfOneTargetAreCounted) {
  const int64_t before = ReadMisuseCounts().conflicting_target_options;
  const auto conflicts = [&] {
    return ReadMisuseCounts().conflicting_target_options - before;
  };
  const auto a = TargetRecordFor("a:443", {Budget(10), {}});
  const auto same = TargetRecordFor("dns:a:443", {Budget(10), {}});
  const auto other = TargetRecordFor("b:443", {Budget(20), {}});
  EXPECT_EQ(conflicts(), 0);
  const auto conflicting = TargetRecordFor("a:443", {Budget(20), {}});
  EXPECT_EQ(conflicts(), 1);
  const auto conflicting_too =
      TargetRecordFor("a:443", {Budget(20), RetryBreakerOptions{false}});
  EXPECT_EQ(conflicts(), 2);
}

TEST(TargetRecordTest, RecordIsRemovedWithItsLastOwner) {
  auto record = TargetRecordFor("a", {Budget(10), {}});
  Withdraw(*record);
  record->capabilities().OnAttemptEnd(WithAdvice(), MonotonicTime());
  record.reset();
  record = TargetRecordFor("a", {Budget(10), {}});
  EXPECT_EQ(Level(*record), 10);
  EXPECT_FALSE(record->Participates(MonotonicTime()));
}

TEST(TargetRecordTest, GaugesCoverOnlyRecordsInUse) {
  auto record = TargetRecordFor("gauged", {Budget(10), {}});
  Withdraw(*record);
  std::vector<TargetGauges> gauges = AllTargetGauges().Read();
  ASSERT_EQ(gauges.size(), 1U);
  EXPECT_EQ(gauges[0].target, "gauged");
  EXPECT_EQ(gauges[0].budget_level, Level(*record));
  EXPECT_EQ(gauges[0].budget_capacity, 10);
  EXPECT_EQ(gauges[0].open_breakers, 0);
  const core::RetryBreakers breakers =
      record->BreakersOf(record->methods().shared());
  for (int i = 0; i < 6; ++i) {
    const MonotonicTime now = RealClock().Now();
    breakers.OnFailure({now, now});
  }
  EXPECT_EQ(AllTargetGauges().Read()[0].open_breakers, 1);
  record.reset();
  EXPECT_TRUE(AllTargetGauges().Read().empty());
}

TEST(TargetRecordTest, GaugesCanBeReadDuringConcurrentChanges) {
  std::atomic<bool> done{false};
  std::thread reader([&] {
    while (!done.load()) AllTargetGauges().Read();
  });
  for (int i = 0; i < 1000; ++i) TargetRecordFor("fleeting", {Budget(10), {}});
  done.store(true);
  reader.join();
  EXPECT_TRUE(AllTargetGauges().Read().empty());
}

TEST(TargetRecordTest, RecordRemembersThatTheTargetParticipates) {
  const auto record = TargetRecordFor("a", {});
  EXPECT_FALSE(record->Participates(MonotonicTime()));
  record->capabilities().OnAttemptEnd(WithAdvice(), MonotonicTime());
  EXPECT_TRUE(TargetRecordFor("a", {})->Participates(MonotonicTime()));
}

TEST(TargetRecordTest, SameOptionsChangeNothing) {
  const auto record = TargetRecordFor("a", {Budget(10), {}});
  const core::ProcessBudget* budget = &record->budget();
  TargetRecordFor("a", {Budget(10), {}});
  EXPECT_EQ(&record->budget(), budget);
}

TEST(TargetRecordTest, NewBudgetKeepsTheFillRatio) {
  const auto record = TargetRecordFor("a", {Budget(10), {}});
  for (int i = 0; i < 5; ++i) {
    core::BudgetSpending one_call;
    EXPECT_TRUE(record->budget().TryWithdraw(RetryCost::kTransient,
                                             RealClock().Now(), one_call));
  }
  core::ProcessBudget& old = record->budget();
  EXPECT_EQ(TargetRecordFor("a", {Budget(100), {}}), record);
  EXPECT_EQ(record->budget().capacity(), 100);
  EXPECT_EQ(Level(*record), 50);
  // References to the old budget stay valid.
  old.OnFirstAttemptSuccess();
  EXPECT_EQ(Level(*record), 50);
}

TEST(TargetRecordTest, ReloadSwitchesTheRetryBreakersAndKeepsTheBudget) {
  const auto record = TargetRecordFor("a", {Budget(10), {}});
  Withdraw(*record);
  const core::ProcessBudget* budget = &record->budget();
  EXPECT_TRUE(record->breakers_enabled());
  TargetRecordFor("a", {Budget(10), RetryBreakerOptions{false}});
  EXPECT_FALSE(record->breakers_enabled());
  EXPECT_EQ(&record->budget(), budget);
}

TEST(TargetRecordTest, RecordsAllowConcurrentUseReloadAndRemoval) {
  std::vector<std::thread> threads;
  std::atomic<int> rounds{0};
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 500; ++i) {
        const auto record =
            TargetRecordFor("shared", {Budget(10 + (i + t) % 3), {}});
        core::BudgetSpending spending;
        const core::TargetLimits state = record->limits();
        state.budget.TryWithdraw(RetryCost::kTransient, RealClock().Now(),
                                 spending);
        EXPECT_TRUE(state.breakers.AllowRetries(RealClock().Now()));
        record->capabilities().OnAttemptEnd(WithAdvice(), MonotonicTime());
        rounds.fetch_add(1);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(rounds, 2'000);
}

}  // namespace
}  // namespace baton::rpc
