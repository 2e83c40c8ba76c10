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

// Where a test can step in.
struct CallHooks {
  // On the thread that calls StartUnaryCall(), before it returns.
  std::function<void()> after_start;
  // On the thread on which gRPC says that the call is over: the caller's own
  // for kSync, one of gRPC's for callbacks and reactors. Before Wait() returns.
  std::function<void(const UnaryResult&)> on_end;
};

// A call on its way. It holds on to the context, and so does gRPC's context to
// the channel. Both go with this object and on its thread: gRPC 1.51 crashes if
// one of its callbacks drops the last channel that has callbacks.
class StartedCall {
 public:
  StartedCall(std::unique_ptr<UnaryCallState> state, std::thread thread);

  // Cancels the call if it has not ended, and waits. A call that does not even
  // then end fails the test and is left behind.
  ~StartedCall();

  StartedCall(const StartedCall&) = delete;
  StartedCall& operator=(const StartedCall&) = delete;

  // Waits for the end. Fails the test after `bound`, and returns a result that
  // has not `ended`.
  UnaryResult Wait(absl::Duration bound = kPatience);

  bool ended() { return state_->Result().ended; }

  // For TryCancel() from any thread, and to ask once the call has ended.
  grpc::ClientContext& context() { return *state_->context; }

 private:
  std::unique_ptr<UnaryCallState> state_;
  std::thread thread_;  // Of the forms that need one.
};

// Starts Scripted.Call on the channel, in the form given. Synchronous calls get
// a thread, and so does each completion queue.
std::unique_ptr<StartedCall> StartUnaryCall(
    UnaryForm form, const std::shared_ptr<grpc::ChannelInterface>& channel,
    std::shared_ptr<grpc::ClientContext> context,
    const testing::v1::CallRequest& request, CallHooks hooks = {});

// The same, and waits for the end.
UnaryResult MakeUnaryCall(
    UnaryForm form, const std::shared_ptr<grpc::ChannelInterface>& channel,
    std::shared_ptr<grpc::ClientContext> context,
    const testing::v1::CallRequest& request);

// A request with this payload.
testing::v1::CallRequest RequestOf(const std::string& payload);

// A context whose deadline, if finite, is that far away.
std::shared_ptr<grpc::ClientContext> NewContext(
    absl::Duration timeout = absl::InfiniteDuration());

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_CALLS_CALL_FORMS_H_
