// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/unary_call.h"

namespace baton::rpc {

std::shared_ptr<UnaryCall> UnaryCall::Create(
    CapturedCall&& captured, std::unique_ptr<CallDriver> driver) {
  // The constructor is private, so std::make_shared() cannot call it.
  std::shared_ptr<UnaryCall> call(
      new UnaryCall(std::move(captured), std::move(driver)));
  call->machine_.SetOwner(call);
  return call;
}

void UnaryCall::Begin() {
  Post([](UnaryMachine& machine) { machine.OnBegin(); });
}

void UnaryCall::StartInPlace(InterceptorBatchMethods& batch) {
  // Nobody else can be on the strand yet, so it is done when this returns.
  Post([&batch](UnaryMachine& machine) { machine.in_place().Start(batch); });
}

void UnaryCall::ResumeInPlace(StartedInPlace&& started) {
  // Nobody else can be on the strand yet, so it is done when this returns.
  Post([&started](UnaryMachine& machine) {
    machine.in_place().Resume(started);
  });
}

void UnaryCall::OnInPlaceEnd(InterceptorBatchMethods* batch) {
  Post([batch](UnaryMachine& machine) { machine.in_place().OnEnd(batch); });
}

void UnaryCall::OnInPlaceTimer() {
  Post([](UnaryMachine& machine) { machine.in_place().OnTimer(); });
}

void UnaryCall::Complete(InterceptorBatchMethods* batch) {
  Post([batch](UnaryMachine& machine) { machine.OnComplete(batch); });
}

void UnaryCall::Cancel() {
  Post([](UnaryMachine& machine) { machine.OnCancel(); });
}

void UnaryCall::Abandon() {
  Post([](UnaryMachine& machine) { machine.OnAbandon(); });
}

void UnaryCall::OnTimer() {
  Post([](UnaryMachine& machine) { machine.OnTimer(); });
}

void UnaryCall::OnAttemptDone(std::shared_ptr<Attempt> attempt) {
  Post([attempt = std::move(attempt)](UnaryMachine& machine) {
    machine.OnAttemptDone(attempt);
  });
}

void UnaryCall::OnAttemptMetadata(std::shared_ptr<Attempt> attempt) {
  Post([attempt = std::move(attempt)](UnaryMachine& machine) {
    machine.OnAttemptMetadata(attempt);
  });
}

void UnaryCall::OnParentEnd() {
  Post([](UnaryMachine& machine) { machine.OnParentEnd(); });
}

void UnaryCall::OnRetryStop() {
  Post([](UnaryMachine& machine) { machine.OnRetryStop(); });
}

void UnaryCall::OnConnected() {
  Post([](UnaryMachine& machine) { machine.OnConnected(); });
}

}  // namespace baton::rpc
