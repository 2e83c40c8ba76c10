// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CHANNEL_TARGET_RECORD_H_
#define BATON_RPC_CHANNEL_TARGET_RECORD_H_

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "baton/core/decision/attempt_admission.h"
#include "baton/core/limits/health_gate.h"
#include "baton/core/limits/process_budget.h"
#include "baton/rpc/channel/method_records.h"
#include "baton/target_gauges.h"

namespace baton::rpc {

// What all calls of this process to one target share. Thread-safe; everything
// but Configure() is lock-free.
class TargetRecord {
 public:
  TargetRecord(const ProcessBudgetOptions& budget,
               const HealthGateOptions& health);
  TargetRecord(const TargetRecord&) = delete;
  TargetRecord& operator=(const TargetRecord&) = delete;

  // Valid as long as the record. To be asked for anew for each decision: a
  // reload of the policy puts others in their place.
  core::ProcessBudget& budget() const { return *budget_.load(kAcquire); }
  core::HealthGate& health() const { return *health_.load(kAcquire); }
  core::TargetState state() const { return {budget(), health()}; }

  // Has the target ever sent `retry-advice`, so that it can be trusted with a
  // grant and to say what it used of it?
  bool takes_part() const {
    return takes_part_.load(std::memory_order_relaxed);
  }
  void NoteTakesPart();

  // Of its methods that are hedged.
  MethodRecords& methods() { return methods_; }

  // Options that differ from those in force replace them. A new budget is
  // filled to the same fraction as the old one; a new gate starts open.
  void Configure(const ProcessBudgetOptions& budget,
                 const HealthGateOptions& health);

 private:
  static constexpr std::memory_order kAcquire = std::memory_order_acquire;

  std::atomic<core::ProcessBudget*> budget_;
  std::atomic<core::HealthGate*> health_;
  std::atomic<bool> takes_part_{false};

  MethodRecords methods_;

  std::mutex mutex_;  // guards what follows
  ProcessBudgetOptions budget_options_;
  HealthGateOptions health_options_;
  // Those in force, and those that somebody may still be looking at: a change
  // of options costs about 200 bytes until the record dies, the same options
  // again cost nothing.
  std::vector<std::unique_ptr<core::ProcessBudget>> budgets_;
  std::vector<std::unique_ptr<core::HealthGate>> gates_;
};

// The record of `target`, the same one for everybody as long as anybody holds
// it. The options of the latest caller are in force for all.
std::shared_ptr<TargetRecord> TargetRecordFor(
    const std::string& target, const ProcessBudgetOptions& budget,
    const HealthGateOptions& health);

// The gauges of all records that somebody holds. Lives as long as the process.
const TargetGaugeSource& AllTargetGauges();

}  // namespace baton::rpc

#endif  // BATON_RPC_CHANNEL_TARGET_RECORD_H_
