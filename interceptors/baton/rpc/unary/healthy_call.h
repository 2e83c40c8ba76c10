// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_HEALTHY_CALL_H_
#define BATON_RPC_UNARY_HEALTHY_CALL_H_

#include <atomic>
#include <memory>
#include <optional>

#include "absl/base/thread_annotations.h"
#include "baton/call_report.h"
#include "baton/mutex.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/call/served_call.h"
#include "baton/rpc/grpc/attempt_context.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/runtime/runtime.h"
#include "baton/rpc/unary/driver/runtime_timer.h"
#include "baton/rpc/unary/healthy_lateness.h"
#include "baton/rpc/unary/healthy_success.h"
#include "baton/rpc/unary/served_unary_call.h"
#include "baton/rpc/unary/started_in_place.h"
#include "grpcpp/client_context.h"

namespace baton::rpc {

// Serves a unary call whose first attempt is in place, as long as nothing goes
// wrong. Such a call needs no ledger, no strand and no driver. If the attempt
// fails or is late, this object creates a successor that continues the call:
// a ServedUnaryCall, or a PassThroughCall if no further attempt may follow. It
// then forwards to the successor.
//
// Owned by the interceptor. The timer holds a weak pointer. Thread-safe.
class HealthyCall final : public ServedCall,
                          public std::enable_shared_from_this<HealthyCall> {
 public:
  // Creates the plan with `make_plan()`. `context` must outlive this object.
  template <typename MakePlan>
  HealthyCall(MakePlan make_plan, grpc::ClientContext& context,
              ParentCall&& parent)
      : plan_(make_plan()),
        runtime_(plan_.runtime()),
        context_(context),
        parent_(std::move(parent)),
        lateness_(plan_, context_) {}
  ~HealthyCall() override;
  HealthyCall(const HealthyCall&) = delete;
  HealthyCall& operator=(const HealthyCall&) = delete;

  CallPlan& plan() { return plan_; }
  ParentCall& parent() { return parent_; }

  // Returns whether this object can serve the call. `needs_attempts`: of the
  // plan. If not, another object must take the plan and the parent.
  bool Fits(InterceptorBatchMethods& first, bool needs_attempts);

  // Requires Fits().
  void Begin(InterceptorBatchMethods* first) override;
  void OnBatch(InterceptorBatchMethods* batch) override;
  void Cancel() override;
  std::optional<CallReport> Report() const override;

 private:
  enum class State {
    kHealthy,
    kChecking,  // OnTimer() checks, under the lock, whether it is late
    kReplaced,  // a successor exists, or is being created under the lock
    kEnding,
    kEnded,  // with success
  };

  void SetMetadata(InterceptorBatchMethods& first);
  void SetTimer();
  void OnTimer();
  // Returns whether the call goes on without a successor, although the timer
  // has fired.
  bool StaysHealthy(MonotonicTime now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Ends the call if the batch brings a success. Otherwise returns false.
  bool EndsWell(InterceptorBatchMethods& batch);
  void RecordSuccess(InterceptorBatchMethods& batch);
  // Creates the successor unless there is one. Returns false if the call has
  // ended.
  bool Replace();
  void MakeSuccessor() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  CallPlan plan_;  // moved to the successor
  Runtime& runtime_;
  grpc::ClientContext& context_;
  ParentCall parent_;
  HealthyLateness lateness_;
  StartedInPlace started_;
  bool needs_attempts_ = false;
  RuntimeTimer timer_{runtime_};

  std::atomic<State> state_{State::kHealthy};
  // Cancel() sets `cancelled_` and then reads `successor_`. Replace() does both
  // in the other order.
  std::atomic<bool> cancelled_{false};
  std::atomic<ServedCall*> successor_{nullptr};
  // Locked only by the timer, and to create the successor.
  Mutex mutex_;
  std::unique_ptr<ServedCall> owned_;    // set once, before `successor_`
  ServedUnaryCall* attempts_ = nullptr;  // `owned_`, if it makes attempts

  HealthySuccess success_;  // set before kEnded
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_HEALTHY_CALL_H_
