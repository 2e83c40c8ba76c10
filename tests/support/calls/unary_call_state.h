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

// The memory that a unary call writes to until it has ended.
struct UnaryCallState {
  // Not guarded, because only the call uses these fields until then.
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

  // Marks the end of the call and keeps its result. Fails the test if it was
  // already called. A waiting thread may then delete the state. No code may use
  // it after End().
  void End();

  // Waits for End(). Returns whether it was called in time.
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
