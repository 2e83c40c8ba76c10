// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/process_budget.h"

#include <algorithm>
#include <cmath>

namespace baton::core {
namespace {

constexpr double kMilli = 1000;

int64_t ToMilli(double tokens) { return std::llround(tokens * kMilli); }

TokenBucket::Options BucketOptions(const ProcessBudgetOptions& options,
                                   double filled_fraction) {
  TokenBucket::Options bucket;
  bucket.capacity = ToMilli(options.capacity);
  bucket.initial = ToMilli(options.capacity * filled_fraction);
  bucket.refill_limit =
      std::min(ToMilli(options.refill_limit), bucket.capacity);
  bucket.refill_per_second = ToMilli(options.refill_per_second);
  return bucket;
}

}  // namespace

ProcessBudget::Scaled::Scaled(const ProcessBudgetOptions& options)
    : deposit(ToMilli(options.deposit)),
      transient_cost(ToMilli(options.transient_cost)),
      timeout_cost(ToMilli(options.timeout_cost)),
      throttled_cost(ToMilli(options.throttled_cost)),
      max_ratio_per_call(options.max_ratio_per_call) {}

int64_t ProcessBudget::Scaled::Cost(RetryCost cost) const {
  switch (cost) {
    case RetryCost::kTransient:
      return transient_cost;
    case RetryCost::kTimeout:
      return timeout_cost;
    case RetryCost::kThrottled:
      return throttled_cost;
  }
  return throttled_cost;
}

ProcessBudget::ProcessBudget(const ProcessBudgetOptions& options,
                             MonotonicTime now)
    : scaled_(options), bucket_(BucketOptions(options, 1), now) {}

ProcessBudget::ProcessBudget(const ProcessBudgetOptions& options,
                             const ProcessBudget& old, MonotonicTime now)
    : scaled_(options),
      bucket_(BucketOptions(options, old.Level(now) / old.capacity()), now) {}

int64_t ProcessBudget::Needed(int64_t cost,
                              const BudgetSpending& spending) const {
  if (spending.total == 0 || scaled_.max_ratio_per_call >= 1) return cost;
  if (scaled_.max_ratio_per_call <= 0) return bucket_.capacity() + 1;
  // Solves cost + spent <= share * (level + spent) for the level. With a tiny
  // share, the result exceeds every capacity, and even the range of integers.
  const double wanted = std::ceil(static_cast<double>(cost + spending.total) /
                                  scaled_.max_ratio_per_call) -
                        static_cast<double>(spending.total);
  if (wanted > static_cast<double>(bucket_.capacity())) {
    return bucket_.capacity() + 1;
  }
  return std::max(cost, static_cast<int64_t>(wanted));
}

bool ProcessBudget::TryWithdraw(RetryCost cost, MonotonicTime now,
                                BudgetSpending& spending) {
  const int64_t amount = scaled_.Cost(cost);
  if (!bucket_.TryTake(amount, Needed(amount, spending), now)) return false;
  spending.total += amount;
  if (cost == RetryCost::kTransient) spending.refundable += amount;
  return true;
}

bool ProcessBudget::CouldWithdraw(RetryCost cost, MonotonicTime now,
                                  const BudgetSpending& spending) const {
  return bucket_.Level(now) >= Needed(scaled_.Cost(cost), spending);
}

void ProcessBudget::ReturnUnsent(RetryCost cost, BudgetSpending& spending) {
  const bool refundable = cost == RetryCost::kTransient;
  const int64_t held =
      refundable ? spending.refundable : spending.total - spending.refundable;
  const int64_t amount = std::min(scaled_.Cost(cost), held);
  bucket_.Add(amount);
  spending.total -= amount;
  if (refundable) spending.refundable -= amount;
}

void ProcessBudget::OnFirstAttemptSuccess() { bucket_.Add(scaled_.deposit); }

void ProcessBudget::OnCallSaved(BudgetSpending& spending) {
  bucket_.Add(spending.refundable);
  spending.total -= spending.refundable;
  spending.refundable = 0;
}

void ProcessBudget::OnCallSavedByFallback(BudgetSpending& spending) {
  ReturnUnsent(RetryCost::kTransient, spending);
}

double ProcessBudget::Level(MonotonicTime now) const {
  return static_cast<double>(bucket_.Level(now)) / kMilli;
}

double ProcessBudget::capacity() const {
  return static_cast<double>(bucket_.capacity()) / kMilli;
}

}  // namespace baton::core
