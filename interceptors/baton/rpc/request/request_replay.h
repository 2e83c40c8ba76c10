// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_REQUEST_REQUEST_REPLAY_H_
#define BATON_RPC_REQUEST_REQUEST_REPLAY_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "baton/core/decision/replay_decision.h"
#include "baton/idempotency/replay_options.h"
#include "baton/idempotency/replay_store.h"
#include "baton/monotonic_time.h"
#include "baton/mutex.h"
#include "baton/rpc/request/replay_waits.h"
#include "baton/rpc/runtime/runtime.h"
#include "baton/server_counters.h"

namespace baton::rpc {

// The claim of one request with an idempotency key in the replay store of its
// server. Owned by the record of the request, and by a pending renewal. One
// thread at a time runs Begin() and Wait(). The other functions are
// thread-safe.
class RequestReplay : public std::enable_shared_from_this<RequestReplay> {
 public:
  // `runtime` and `waits` must outlive this object. `counters` must not be
  // null.
  RequestReplay(std::shared_ptr<ReplayStore> store, ReplayOptions options,
                ReplayKey key, bool may_have_run, Runtime& runtime,
                std::shared_ptr<ServerCounters> counters,
                ReplayWaits& waits = ReplayWaits::Process());
  ~RequestReplay();
  RequestReplay(const RequestReplay&) = delete;
  RequestReplay& operator=(const RequestReplay&) = delete;

  bool MayBlock() const { return properties_.may_block; }
  Runtime& runtime() const { return runtime_; }

  // Sets the caller and the content of the request. Must run before Begin().
  void SetRequest(std::string caller, uint64_t fingerprint, bool is_read_only);

  // Claims the key. Returns the result, or nullopt if an earlier request still
  // runs: the caller then calls Wait() and Begin() again, or Reject().
  std::optional<ReplayResult> Begin();
  // Calls `done` once, on any thread, when Begin() may have another result, at
  // the latest at `deadline`. Returns false if too many requests wait.
  bool Wait(MonotonicTime deadline, std::function<void()> done);
  // Ends the request with a rejection.
  void Reject(ReplayResult result);

  ReplayResult result() const { return result_; }
  // Returns how long the request waited for an earlier one.
  absl::Duration waited() const { return waited_; }
  // Returns the stored answer, if the result is kReplayed.
  const StoredAnswer& answer() const { return *claim_.answer; }
  core::ReplayRejection Rejection() const {
    return core::RejectionOf(result_, claim_.retry_after);
  }

  // Returns whether this request runs its handler and must report its end.
  bool owns() const { return owns_.load(std::memory_order_acquire); }
  // Records the end of the handler, and lets the waiting requests continue.
  // `answer` is used only for kFinal. Does nothing unless owns(). Returns
  // whether the store has recorded the end.
  bool End(core::RunEnd end, const StoredAnswer& answer);

 private:
  void SetResult(ReplayResult result);
  void ScheduleRenewal();
  void Renew();
  bool Record(core::RunEnd end, const StoredAnswer& answer);

  const std::shared_ptr<ReplayStore> store_;
  const ReplayStore::Properties properties_;
  const ReplayOptions options_;
  ReplayKey key_;
  const bool may_have_run_;
  Runtime& runtime_;
  const std::shared_ptr<ServerCounters> counters_;
  ReplayWaits& waits_;

  uint64_t fingerprint_ = 0;
  bool is_read_only_ = false;
  ReplayStore::Claim claim_;
  ReplayResult result_ = ReplayResult::kNone;
  // The start of the first wait.
  std::optional<MonotonicTime> waits_since_;
  absl::Duration waited_ = absl::ZeroDuration();
  // The longest time of the next wait.
  absl::Duration poll_ = absl::Milliseconds(10);
  std::atomic<bool> owns_{false};

  Mutex mutex_;
  std::optional<Runtime::TimerId> renewal_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace baton::rpc

#endif  // BATON_RPC_REQUEST_REQUEST_REPLAY_H_
