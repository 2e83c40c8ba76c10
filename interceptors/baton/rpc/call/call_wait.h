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

// The wait of a call for its next attempt: a delay, and possibly a wait for a
// connection after it. Owned by the call. Used on the call's strand.
//
// Also watches the server call that is the parent of this call. gRPC reports
// the parent's end only to a running attempt. A waiting call therefore needs
// this watch.
class CallWait {
 public:
  enum class End {
    kStart,         // start the attempt
    kKeepWaiting,   // wait for a connection until until()
    kNoTime,        // the attempt does not fit the deadline
    kNoConnection,  // no connection until until()
  };

  explicit CallWait(const CapturedCall& captured);

  // Runs `on_end` when the parent has ended. It runs on a worker thread, and
  // may run code of the user's.
  void WatchParent(std::function<void()> on_end);

  // Begins a wait. If it is a wait for a connection, `channel` is the call's
  // primary channel. If the call has fallback channels, a connection of any of
  // them ends the wait, too.
  void Begin(const Decision& decision,
             std::shared_ptr<grpc::ChannelInterface> channel);
  bool is_for_connection() const { return channel_ != nullptr; }
  // Returns what happens at the end of the delay or of a connection wait.
  // `in_time`: an attempt would still fit the deadline.
  End OnTime(MonotonicTime now, bool in_time);
  MonotonicTime until() const { return connect_by_; }
  // Requires is_for_connection(). Runs `connected` when an attempt may succeed
  // before until(). It runs on a thread of the library and must be short.
  void AwaitConnection(std::function<void()> connected);

  // Ends the wait and the watch.
  void Stop();

 private:
  bool AnyMayConnect() const;

  Runtime& runtime_;
  const Deadline deadline_;
  // Kept alive by the CapturedCall.
  grpc_call* const parent_;
  const ChannelState* const fallbacks_;  // null: no fallback channels
  ParentWatch parent_watch_;
  std::shared_ptr<grpc::ChannelInterface> channel_;
  MonotonicTime connect_by_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_CALL_WAIT_H_
