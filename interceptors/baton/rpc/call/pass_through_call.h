// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_PASS_THROUGH_CALL_H_
#define BATON_RPC_CALL_PASS_THROUGH_CALL_H_

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "baton/rpc/call/call_ledger.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/call/call_report_writer.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/request/context_extension.h"
#include "baton/rpc/runtime/timer_queue.h"
#include "grpcpp/client_context.h"

namespace baton::rpc {

// A call that goes out as it is, because nothing could follow its first
// attempt: it gets its header, is watched, and is over in time. Also what
// becomes of every call in observe mode, where what would have been decided is
// recorded.
//
// Its batches pass through on the application's own call; only its hooks are
// ours. The hooks of one call may come on two threads; its observer is told
// of them one at a time, under a lock, which is one more reason for an observer
// not to call back.
class DirectCall {
 public:
  // Both must outlive it.
  DirectCall(CallPlan& plan, grpc::ClientContext& context);
  ~DirectCall();
  DirectCall(const DirectCall&) = delete;
  DirectCall& operator=(const DirectCall&) = delete;

  // Does what there is to do at the hooks of this batch. Does not Proceed().
  // `cancelled`: the application has cancelled already, so nothing is sent.
  void OnBatch(InterceptorBatchMethods& batch, bool cancelled);

 private:
  void OnSendMetadata(InterceptorBatchMethods& batch, bool cancelled);
  void OnStatus(const grpc::Status& status);
  Decision SettleAttempt(const grpc::Status& status);
  // Makes the call end in time although it was created without a deadline.
  void EnforceDeadline(std::multimap<std::string, std::string>& metadata);

  const CallPlan& plan_;
  grpc::ClientContext& context_;
  ContextExtension& extension_;
  CallLedger ledger_;
  CallRecorder recorder_;
  AttemptFacts attempt_;

  // The status of a corked stream can come before its metadata is sent, and at
  // the same time on another thread.
  std::mutex mutex_;
  bool started_ = false;
  bool ended_ = false;
  std::optional<TimerQueue::Id> timer_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_PASS_THROUGH_CALL_H_
