// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/channel/target_record.h"

#include <tuple>
#include <unordered_map>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/strings/str_cat.h"
#include "baton/core/policy/target_name.h"
#include "baton/mutex.h"
#include "baton/rpc/channel/process_replay.h"
#include "baton/rpc/runtime/misuse_report.h"

namespace baton::rpc {
namespace {

auto Tie(const ProcessBudgetOptions& o) {
  return std::tie(o.capacity, o.deposit, o.refill_limit, o.refill_per_second,
                  o.transient_cost, o.timeout_cost, o.throttled_cost,
                  o.max_ratio_per_call);
}

// The records that are in use, by target. When the last owner releases a
// record, its entry is removed.
class Registry final : public TargetGaugeSource {
 public:
  // Never destroyed: channels may outlive static destructors.
  static Registry& Instance() {
    static Registry& registry = *new Registry;
    return registry;
  }

  std::shared_ptr<TargetRecord> Get(const std::string& target,
                                    const TargetOptions& options,
                                    MonotonicTime now) {
    const MutexLock lock(mutex_);
    const std::string key = core::CanonicalTarget(target);
    Entry& entry = records_[key];
    if (std::shared_ptr<TargetRecord> record = entry.record.lock()) {
      if (record->Configure(options, now)) {
        ReportMisuse(
            Misuse::kConflictingTargetOptions,
            absl::StrCat("channels to ", target,
                         " have different options of process_budget or "
                         "retry_breaker; the options of the latest channel "
                         "apply"));
      }
      return record;
    }
    std::shared_ptr<TargetRecord> record(new TargetRecord(options, now),
                                         [this, key](TargetRecord* old) {
                                           delete old;
                                           Forget(key);
                                         });
    entry = {target, record};
    return record;
  }

  int64_t KeptBytes() const override {
    return ProcessReplayLimit().bytes_in_use();
  }

  absl::Duration LongestStall() const override {
    return Runtime::Process().LongestStall();
  }

  std::vector<TargetGauges> Read() const override {
    const MonotonicTime now = Runtime::Process().Now();
    std::vector<TargetGauges> gauges;
    for (const auto& [target, record] : Held()) {
      const core::ProcessBudget& budget = record->budget();
      gauges.push_back({target, budget.Level(now), budget.capacity(),
                        record->OpenBreakers(now),
                        record->methods().MeasuredLimits()});
    }
    return gauges;
  }

 private:
  // Returns owning pointers to all records. The caller must release them
  // without the lock: the last release of a record locks it.
  std::vector<std::pair<std::string, std::shared_ptr<TargetRecord>>> Held()
      const {
    std::vector<std::pair<std::string, std::shared_ptr<TargetRecord>>> held;
    const MutexLock lock(mutex_);
    held.reserve(records_.size());
    for (const auto& [key, entry] : records_) {
      if (auto record = entry.record.lock()) {
        held.emplace_back(entry.target, record);
      }
    }
    return held;
  }

  void Forget(const std::string& key) {
    const MutexLock lock(mutex_);
    const auto found = records_.find(key);
    // Another thread may have created a new record for the target.
    if (found != records_.end() && found->second.record.expired()) {
      records_.erase(found);
    }
  }

  struct Entry {
    // The name that the first channel uses.
    std::string target;
    std::weak_ptr<TargetRecord> record;
  };

  mutable Mutex mutex_;
  // By CanonicalTarget().
  std::unordered_map<std::string, Entry> records_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace

TargetRecord::TargetRecord(const TargetOptions& options, MonotonicTime now)
    : breakers_enabled_(options.retry_breaker.enabled),
      budget_options_(options.process_budget) {
  budgets_.push_back(
      std::make_unique<core::ProcessBudget>(budget_options_, now));
  budget_.store(budgets_.back().get(), std::memory_order_release);
}

int TargetRecord::OpenBreakers(MonotonicTime now) const {
  return methods_.OpenBreakers(now) + (breaker_.AllowsRetries(now) ? 0 : 1);
}

bool TargetRecord::Configure(const TargetOptions& options, MonotonicTime now) {
  const ProcessBudgetOptions& budget = options.process_budget;
  bool changed = false;
  const MutexLock lock(mutex_);
  if (Tie(budget) != Tie(budget_options_)) {
    budgets_.push_back(
        std::make_unique<core::ProcessBudget>(budget, *budgets_.back(), now));
    budget_options_ = budget;
    budget_.store(budgets_.back().get(), std::memory_order_release);
    changed = true;
  }
  const bool enabled = options.retry_breaker.enabled;
  if (breakers_enabled_.exchange(enabled, std::memory_order_relaxed) !=
      enabled) {
    changed = true;
  }
  return changed;
}

std::shared_ptr<TargetRecord> TargetRecordFor(const std::string& target,
                                              const TargetOptions& options,
                                              const Runtime& runtime) {
  return Registry::Instance().Get(target, options, runtime.Now());
}

const TargetGaugeSource& AllTargetGauges() { return Registry::Instance(); }

}  // namespace baton::rpc
