// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_UNARY_CALL_H_
#define BATON_RPC_UNARY_UNARY_CALL_H_

#include <memory>
#include <optional>
#include <utility>

#include "baton/call_report.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/call/captured_call.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/runtime/strand.h"
#include "baton/rpc/unary/driver/call_driver.h"
#include "baton/rpc/unary/started_in_place.h"
#include "baton/rpc/unary/unary_machine.h"
#include "baton/rpc/unary/unary_owner.h"

namespace baton::rpc {

// One unary call of the application, served by attempts of Baton. Events come
// from any thread. This class brings each event to the UnaryMachine, on a
// strand. Kept alive by its interceptor, its attempts and its timer.
// Thread-safe.
class UnaryCall final : public UnaryOwner,
                        public std::enable_shared_from_this<UnaryCall> {
 public:
  // Takes the request, too, out of `captured`.
  static std::shared_ptr<UnaryCall> Create(CapturedCall&& captured,
                                           std::unique_ptr<CallDriver> driver);

  // Starts the first attempt, unless it was cancelled already. Or starts it in
  // place on `batch`, which must fit, and which the caller then lets proceed.
  void Begin();
  void StartInPlace(InterceptorBatchMethods& batch);
  // Or continues with one that has started in place.
  void ResumeInPlace(StartedInPlace&& started);
  void OnInPlaceEnd(InterceptorBatchMethods* batch);
  void OnInPlaceTimer() override;

  // Completes the batch, in its PRE_RECV stage, when the call has ended.
  void Complete(InterceptorBatchMethods* batch);

  void Cancel();   // once or more often, maybe before Begin
  void Abandon();  // the application's context is being destroyed
  // Returns nullopt until the call has ended.
  std::optional<CallReport> Report() const {
    return machine_.session().Report();
  }
  bool HasEnded() const { return machine_.session().HasEnded(); }

  void OnTimer() override;
  Runtime& runtime() const override {
    return machine_.session().plan().runtime();
  }
  void OnAttemptDone(std::shared_ptr<Attempt> attempt) override;
  void OnAttemptMetadata(std::shared_ptr<Attempt> attempt) override;
  void OnParentEnd() override;
  void OnRetryStop() override;
  void OnConnected() override;

 private:
  UnaryCall(CapturedCall&& captured, std::unique_ptr<CallDriver> driver)
      : machine_(std::move(captured), std::move(driver)) {}

  // Runs `event` on the strand. Keeps the call alive until the event has run.
  template <typename Event>
  void Post(Event event) {
    strand_.Run([self = shared_from_this(), event = std::move(event)] {
      event(self->machine());
    });
  }

  // Returns the machine. Requires the strand.
  UnaryMachine& machine() {
    strand_.AssertOn();
    return machine_;
  }

  Strand strand_;
  UnaryMachine machine_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_UNARY_CALL_H_
