// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CHANNEL_TARGET_RECORD_H_
#define BATON_RPC_CHANNEL_TARGET_RECORD_H_

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "baton/core/decision/attempt_admission.h"
#include "baton/core/limits/health_gate.h"
#include "baton/core/limits/process_budget.h"
#include "baton/monotonic_time.h"
#include "baton/mutex.h"
#include "baton/rpc/channel/method_records.h"
#include "baton/rpc/channel/peer_capabilities.h"
#include "baton/rpc/runtime/runtime.h"
#include "baton/target_gauges.h"

namespace baton::rpc {

// The shared state of all calls of the process to one target. Owned by the
// channels to that target. Thread-safe. All functions except Configure() are
// lock-free.
class TargetRecord {
 public:
  TargetRecord(const ProcessBudgetOptions& budget,
               const HealthGateOptions& health, MonotonicTime now);
  TargetRecord(const TargetRecord&) = delete;
  TargetRecord& operator=(const TargetRecord&) = delete;

  // The references are valid as long as the record. Callers must read them
  // again for each decision, because a reload of the policy replaces the
  // objects.
  core::ProcessBudget& budget() const { return *budget_.load(kAcquire); }
  core::HealthGate& health() const { return *health_.load(kAcquire); }
  core::TargetLimits limits() const { return {budget(), health()}; }

  // Returns what the servers of the target can do.
  PeerCapabilities& capabilities() { return capabilities_; }
  bool participates() const { return capabilities_.participates(); }

  // Returns the records of the target's methods.
  MethodRecords& methods() { return methods_; }

  // Replaces the options that have changed. A new process budget starts at the
  // same fill level, in percent, as the old one. A new gate starts open.
  void Configure(const ProcessBudgetOptions& budget,
                 const HealthGateOptions& health, MonotonicTime now);

 private:
  static constexpr std::memory_order kAcquire = std::memory_order_acquire;

  std::atomic<core::ProcessBudget*> budget_;
  std::atomic<core::HealthGate*> health_;
  PeerCapabilities capabilities_;

  MethodRecords methods_;

  Mutex mutex_;
  ProcessBudgetOptions budget_options_ ABSL_GUARDED_BY(mutex_);
  HealthGateOptions health_options_ ABSL_GUARDED_BY(mutex_);
  // The current objects and all replaced ones, which other threads may still
  // use. Each change of the options costs about 200 bytes until the record is
  // destroyed. Unchanged options cost nothing.
  std::vector<std::unique_ptr<core::ProcessBudget>> budgets_
      ABSL_GUARDED_BY(mutex_);
  std::vector<std::unique_ptr<core::HealthGate>> gates_ ABSL_GUARDED_BY(mutex_);
};

// Returns the record of `target`. All callers share it as long as any of them
// keeps it. The options of the latest caller apply to all.
std::shared_ptr<TargetRecord> TargetRecordFor(
    const std::string& target, const ProcessBudgetOptions& budget,
    const HealthGateOptions& health,
    const Runtime& runtime = Runtime::Process());

// Returns the gauges of all records that are in use. Never destroyed.
const TargetGaugeSource& AllTargetGauges();

}  // namespace baton::rpc

#endif  // BATON_RPC_CHANNEL_TARGET_RECORD_H_
