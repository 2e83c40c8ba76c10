// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_PASS_THROUGH_ENFORCED_DEADLINE_H_
#define BATON_RPC_PASS_THROUGH_ENFORCED_DEADLINE_H_

#include <optional>

#include "absl/base/thread_annotations.h"
#include "baton/mutex.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/runtime/runtime.h"
#include "grpc/grpc.h"

namespace baton::rpc {

// Ends a pass-through call at the deadline of its plan. gRPC does not enforce
// this deadline, because the call was created with another one or with none.
// Owned by the call. Thread-safe.
class EnforcedDeadline {
 public:
  // `plan` must outlive this object.
  explicit EnforcedDeadline(const CallPlan& plan) : plan_(plan) {}
  ~EnforcedDeadline() { Stop(); }
  EnforcedDeadline(const EnforcedDeadline&) = delete;
  EnforcedDeadline& operator=(const EnforcedDeadline&) = delete;

  // Starts the timer for `call`, unless gRPC enforces the deadline. Does
  // nothing if it was started or stopped before.
  void Start(grpc_call* call);
  // Stops the timer. Start() does nothing after it.
  void Stop();

 private:
  // Whether Baton ends the call at another deadline than gRPC.
  bool IsNeeded() const { return plan_.enforced != plan_.own_deadline; }

  const CallPlan& plan_;
  Mutex mutex_;
  bool stopped_ ABSL_GUARDED_BY(mutex_) = false;
  std::optional<Runtime::TimerId> timer_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace baton::rpc

#endif  // BATON_RPC_PASS_THROUGH_ENFORCED_DEADLINE_H_
