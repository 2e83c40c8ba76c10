// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_CALLS_CALL_FORMS_H_
#define BATON_TESTS_SUPPORT_CALLS_CALL_FORMS_H_

#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "absl/time/time.h"
#include "baton/testing/v1/scripted.pb.h"
#include "grpcpp/grpcpp.h"
#include "tests/support/calls/unary_call_state.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/calls/unary_result.h"
#include "tests/support/patience.h"

namespace baton {

// Functions that a test can add to a call.
struct CallHooks {
  // Runs on the thread that calls StartUnaryCall(), before it returns.
  std::function<void()> after_start;
  // Runs before Wait() returns, on the thread on which gRPC reports the end:
  // the caller's thread for kSync, a gRPC thread for callbacks and reactors.
  std::function<void(const UnaryResult&)> on_end;
};

// A call in flight. Keeps the context, and gRPC's context keeps the channel.
// Both are released with this object and on its thread: gRPC 1.51 crashes if
// its callback releases the last channel that has callbacks.
class StartedCall {
 public:
  StartedCall(std::unique_ptr<UnaryCallState> state, std::thread thread);

  // Cancels the call if it has not ended, and waits. If the call does not end
  // even then, fails the test and leaves the call behind.
  ~StartedCall();

  StartedCall(const StartedCall&) = delete;
  StartedCall& operator=(const StartedCall&) = delete;

  // Waits for the end. After `bound`, fails the test and returns a result that
  // has not `ended`.
  UnaryResult Wait(absl::Duration bound = kPatience);

  bool ended() { return state_->Result().ended; }

  // Returns the context, for TryCancel() from any thread and for queries after
  // the call has ended.
  grpc::ClientContext& context() { return *state_->context; }

 private:
  std::unique_ptr<UnaryCallState> state_;
  std::thread thread_;  // For the forms that need one.
};

// Starts Scripted.Call on the channel, in the given form. Synchronous calls get
// a thread, and so does each completion queue.
std::unique_ptr<StartedCall> StartUnaryCall(
    UnaryForm form, const std::shared_ptr<grpc::ChannelInterface>& channel,
    std::shared_ptr<grpc::ClientContext> context,
    const testing::v1::CallRequest& request, CallHooks hooks = {});

// Makes a call as StartUnaryCall() does, and waits for its end.
UnaryResult MakeUnaryCall(
    UnaryForm form, const std::shared_ptr<grpc::ChannelInterface>& channel,
    std::shared_ptr<grpc::ClientContext> context,
    const testing::v1::CallRequest& request);

// Returns a request with this payload.
testing::v1::CallRequest RequestOf(const std::string& payload);

// Returns a context with a deadline after `timeout`, if it is finite.
std::shared_ptr<grpc::ClientContext> NewContext(
    absl::Duration timeout = absl::InfiniteDuration());

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_CALLS_CALL_FORMS_H_
