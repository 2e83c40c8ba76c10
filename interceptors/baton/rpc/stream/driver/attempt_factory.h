// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_DRIVER_ATTEMPT_FACTORY_H_
#define BATON_RPC_STREAM_DRIVER_ATTEMPT_FACTORY_H_

#include <map>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "baton/mutex.h"
#include "baton/rpc/call/call_ledger.h"
#include "baton/rpc/call/captured_call.h"
#include "baton/rpc/call/report/call_report_writer.h"
#include "baton/rpc/call/running/running_attempts.h"
#include "baton/rpc/request/context_extension.h"
#include "baton/rpc/stream/driver/stream_attempt.h"
#include "grpcpp/impl/rpc_method.h"

namespace baton::rpc {

// Makes the attempts of one stream, ready to be started. Owned by
// StreamSession. Used on the call's strand.
class StreamAttemptFactory {
 public:
  // All must outlive this object.
  StreamAttemptFactory(CapturedCall& captured,
                       grpc::internal::RpcMethod::RpcType type,
                       ContextExtension& extension, CallLedger& ledger,
                       CallReportWriter& report_writer,
                       RunningAttempts& running);

  // The channel that the application context keeps. The call may outlive the
  // context.
  const std::shared_ptr<grpc::ChannelInterface>& channel() const {
    return channel_;
  }
  // Returns whether the channel with this index has a connection.
  bool HasConnection(int channel_index) const;

  // The application context is not used any more when this has returned. On any
  // thread.
  void ReleaseContext();

  // Returns the next attempt. Returns null once the application context was
  // released.
  std::shared_ptr<StreamAttempt> Make(std::shared_ptr<StreamOwner> owner);
  // Returns the first attempt, in place. It sends `metadata`, to which Baton
  // adds its own.
  std::shared_ptr<StreamAttempt> MakeInPlace(
      std::shared_ptr<StreamOwner> owner, ApplicationQueue queue,
      std::multimap<std::string, std::string>& metadata);

 private:
  const CallPlan& plan() const { return captured_.plan; }
  StreamTarget TargetOf(const AttemptFacts& facts);
  void Add(const std::shared_ptr<StreamAttempt>& attempt);

  CapturedCall& captured_;
  const grpc::internal::RpcMethod::RpcType type_;
  ContextExtension& extension_;
  CallLedger& ledger_;
  CallReportWriter& report_writer_;
  RunningAttempts& running_;
  const std::shared_ptr<grpc::ChannelInterface> channel_;
  // Null until the first attempt that is a separate call.
  std::shared_ptr<const std::string> method_;
  Mutex context_mutex_;
  bool context_released_ ABSL_GUARDED_BY(context_mutex_) = false;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_DRIVER_ATTEMPT_FACTORY_H_
