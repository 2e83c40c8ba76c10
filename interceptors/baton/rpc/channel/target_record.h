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
#include "baton/core/limits/process_budget.h"
#include "baton/core/limits/retry_breakers.h"
#include "baton/monotonic_time.h"
#include "baton/mutex.h"
#include "baton/policy/process_budget_options.h"
#include "baton/policy/retry_breaker_options.h"
#include "baton/rpc/channel/method_records.h"
#include "baton/rpc/channel/peer_capabilities.h"
#include "baton/rpc/runtime/runtime.h"
#include "baton/target_gauges.h"

namespace baton::rpc {

// The options that all channels to one target share.
struct TargetOptions {
  ProcessBudgetOptions process_budget;
  RetryBreakerOptions retry_breaker;
};

// The state that all calls of the process to one target share. Owned by the
// channels to this target. Thread-safe. Only Configure() uses a lock.
class TargetRecord {
 public:
  TargetRecord(const TargetOptions& options, MonotonicTime now);
  TargetRecord(const TargetRecord&) = delete;
  TargetRecord& operator=(const TargetRecord&) = delete;

  // The returned reference is valid as long as this record. A reload of the
  // policy replaces the object. A caller must therefore call this function
  // again for each decision.
  core::ProcessBudget& budget() const { return *budget_.load(kAcquire); }

  // Returns the number of open retry breakers of the target and its methods.
  // They record attempts even if the policy disables them.
  int OpenBreakers(MonotonicTime now) const;
  // Returns whether the policy enables retry breakers.
  bool breakers_enabled() const {
    return breakers_enabled_.load(std::memory_order_relaxed);
  }
  // Returns the retry breakers of a method. `method` is its record here.
  core::RetryBreakers BreakersOf(MethodRecord& method) {
    return {method.breaker, breaker_};
  }

  // Returns the limits of retries that belong to no method.
  core::TargetLimits limits() {
    return {budget(), breakers_enabled() ? core::RetryBreakers(breaker_)
                                         : core::RetryBreakers()};
  }

  // Returns what the servers of the target can do.
  PeerCapabilities& capabilities() { return capabilities_; }
  bool Participates(MonotonicTime now) const {
    return capabilities_.Participates(now);
  }

  // Returns the records of the target's methods.
  MethodRecords& methods() { return methods_; }

  // Applies options that have changed. A new process budget starts with the
  // ratio of level to capacity of the old one. Returns whether options have
  // changed.
  bool Configure(const TargetOptions& options, MonotonicTime now);

 private:
  static constexpr std::memory_order kAcquire = std::memory_order_acquire;

  std::atomic<core::ProcessBudget*> budget_;
  core::RetryBreaker breaker_{core::RetryBreaker::kOfTarget};
  std::atomic<bool> breakers_enabled_;
  PeerCapabilities capabilities_;

  MethodRecords methods_;

  Mutex mutex_;
  ProcessBudgetOptions budget_options_ ABSL_GUARDED_BY(mutex_);
  // The current object and all replaced ones. Other threads may still use
  // replaced objects, so they live as long as the record. Each change of the
  // options therefore uses about 150 bytes. Unchanged options create no object.
  std::vector<std::unique_ptr<core::ProcessBudget>> budgets_
      ABSL_GUARDED_BY(mutex_);
};

// Returns the record of `target`. All callers get the same record as long as
// one of them keeps it, also if they write the target differently ("a:443" and
// "dns:///a:443"). The options of the latest caller apply to all callers. If
// they differ from the earlier options, reports a misuse.
std::shared_ptr<TargetRecord> TargetRecordFor(
    const std::string& target, const TargetOptions& options,
    const Runtime& runtime = Runtime::Process());

// Returns the source of the gauges of all records that exist. The source is
// never destroyed.
const TargetGaugeSource& AllTargetGauges();

}  // namespace baton::rpc

#endif  // BATON_RPC_CHANNEL_TARGET_RECORD_H_
