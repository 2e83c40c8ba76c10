// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_CALLS_UNARY_CALL_STATE_H_
#define BATON_TESTS_SUPPORT_CALLS_UNARY_CALL_STATE_H_

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>

#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "baton/testing/v1/scripted.pb.h"
#include "grpcpp/grpcpp.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/calls/unary_result.h"

namespace baton {

// What a unary call writes to until it has ended.
struct UnaryCallState {
  // Unguarded, for until then these are the call's own.
  UnaryForm form = UnaryForm::kSync;
  std::shared_ptr<grpc::ClientContext> context;
  testing::v1::CallRequest request;
  testing::v1::CallResponse response;
  grpc::ByteBuffer request_bytes;
  grpc::ByteBuffer response_bytes;
  grpc::Status status;
  absl::optional<bool> initial_metadata_ok;
  absl::optional<bool> finish_ok;
  std::function<void(const UnaryResult&)> on_end;

  // The call is over: keeps what it brought. Fails the test if it was already.
  // Whoever waits may then delete the state, so End() is the last to use it.
  void End();

  // Waits for End() and returns whether it came.
  bool AwaitEnd(absl::Duration bound);

  UnaryResult Result();

 private:
  UnaryResult Collect() const;

  std::mutex mutex_;
  std::condition_variable changed_;
  bool ending_ = false;
  UnaryResult result_;
};

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_CALLS_UNARY_CALL_STATE_H_
