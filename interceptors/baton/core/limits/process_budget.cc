// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/process_budget.h"

#include <algorithm>
#include <cmath>

namespace baton::core {
namespace {

constexpr double kMilli = 1000;

// Up to the first number of methods, an account holds 5 % of the capacity. From
// the second number on, it holds 1 %.
constexpr int64_t kMinMethodsOfFairShare = 20;
constexpr int64_t kMaxMethodsOfFairShare = 100;

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

int64_t ProcessBudget::CapacityOf(const MethodAccount* account) const {
  if (account == nullptr) return 0;
  const int64_t fair = bucket_.capacity() / account->methods();
  return std::clamp(fair, bucket_.capacity() / kMaxMethodsOfFairShare,
                    bucket_.capacity() / kMinMethodsOfFairShare);
}

void ProcessBudget::Add(int64_t amount, MethodAccount* account) {
  if (account != nullptr) amount = account->Add(amount, CapacityOf(account));
  if (amount > 0) bucket_.Add(amount);
}

void ProcessBudget::Refund(int64_t amount, int64_t own,
                           MethodAccount* account) {
  if (own > 0) Add(own, account);
  if (amount > own) bucket_.Add(amount - own);
}

bool ProcessBudget::TryWithdraw(RetryCost cost, MonotonicTime now,
                                BudgetSpending& spending,
                                MethodAccount* account) {
  const int64_t amount = scaled_.Cost(cost);
  const int64_t needed = Needed(amount, spending);
  const bool refundable = cost == RetryCost::kTransient;
  if (account != nullptr &&
      account->TryTake(amount, needed, CapacityOf(account))) {
    spending.own_total += amount;
    if (refundable) spending.own_refundable += amount;
  } else if (!bucket_.TryTake(amount, needed, now)) {
    return false;
  }
  spending.total += amount;
  if (refundable) spending.refundable += amount;
  return true;
}

bool ProcessBudget::CouldWithdraw(RetryCost cost, MonotonicTime now,
                                  const BudgetSpending& spending,
                                  const MethodAccount* account) const {
  const int64_t needed = Needed(scaled_.Cost(cost), spending);
  return (account != nullptr &&
          account->Level(CapacityOf(account)) >= needed) ||
         bucket_.Level(now) >= needed;
}

void ProcessBudget::ReturnUnsent(RetryCost cost, BudgetSpending& spending,
                                 MethodAccount* account) {
  const bool refundable = cost == RetryCost::kTransient;
  const int64_t held =
      refundable ? spending.refundable : spending.total - spending.refundable;
  const int64_t own_held = refundable
                               ? spending.own_refundable
                               : spending.own_total - spending.own_refundable;
  const int64_t amount = std::min(scaled_.Cost(cost), held);
  const int64_t own = std::min(amount, own_held);
  Refund(amount, own, account);
  spending.total -= amount;
  spending.own_total -= own;
  if (refundable) {
    spending.refundable -= amount;
    spending.own_refundable -= own;
  }
}

void ProcessBudget::OnFirstAttemptSuccess(MethodAccount* account) {
  Add(scaled_.deposit, account);
}

void ProcessBudget::OnCallSaved(BudgetSpending& spending,
                                MethodAccount* account) {
  Refund(spending.refundable, spending.own_refundable, account);
  spending.total -= spending.refundable;
  spending.own_total -= spending.own_refundable;
  spending.refundable = 0;
  spending.own_refundable = 0;
}

void ProcessBudget::OnCallSavedByFallback(BudgetSpending& spending,
                                          MethodAccount* account) {
  ReturnUnsent(RetryCost::kTransient, spending, account);
}

double ProcessBudget::Level(MonotonicTime now) const {
  return static_cast<double>(bucket_.Level(now)) / kMilli;
}

double ProcessBudget::capacity() const {
  return static_cast<double>(bucket_.capacity()) / kMilli;
}

}  // namespace baton::core
