// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_CALL_WAIT_H_
#define BATON_RPC_CALL_CALL_WAIT_H_

#include <functional>
#include <memory>

#include "baton/deadline.h"
#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/call/captured_call.h"
#include "baton/rpc/channel/channel_state.h"
#include "baton/rpc/grpc/parent_watch.h"
#include "grpcpp/grpcpp.h"

namespace baton::rpc {

// A call's wait for its next attempt: a delay, maybe followed by a wait for a
// connection. Meanwhile the end of what the call is made for is watched for,
// of which an attempt would be told by gRPC. Used on the call's strand.
class CallWait {
 public:
  enum class End {
    kStart,         // the attempt is to be made
    kGoesOn,        // there is no connection, but may be by until()
    kTooLate,       // it does not fit the deadline
    kNoConnection,  // there has been none
  };

  explicit CallWait(const CapturedCall& captured);

  // Runs `on_end` when what the call is made for has ended. On a thread of the
  // library's, where it must be short.
  void WatchParent(std::function<void()> on_end);

  // A wait begins; `channel` is the call's, if it is for a connection. Where
  // there are others that the call may be made on, one of theirs will do.
  void Begin(const Decision& decision,
             std::shared_ptr<grpc::ChannelInterface> channel);
  bool is_for_connection() const { return channel_ != nullptr; }
  // Its time is over. `in_time`: an attempt would still be in time.
  End OnTime(MonotonicTime now, bool in_time);
  MonotonicTime until() const { return connect_by_; }
  // Runs `connected` when it is worth trying again before until(). As above.
  void AwaitConnection(std::function<void()> connected);

  // Nothing is waited for, or watched, any more.
  void Stop();

 private:
  bool AnyMayConnect() const;

  const Deadline deadline_;
  // Kept alive by what was captured.
  grpc_call* const parent_;
  const ChannelState* const fallbacks_;  // null: the call uses none
  ParentWatch parent_watch_;
  std::shared_ptr<grpc::ChannelInterface> channel_;
  MonotonicTime connect_by_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_CALL_WAIT_H_
