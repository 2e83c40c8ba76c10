// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_CALL_WAIT_H_
#define BATON_RPC_CALL_CALL_WAIT_H_

#include <functional>
#include <memory>

#include "baton/deadline.h"
#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/policy/retry_stop.h"
#include "baton/rpc/call/captured_call.h"
#include "baton/rpc/channel/channel_state.h"
#include "baton/rpc/grpc/parent_watch.h"
#include "grpcpp/grpcpp.h"

namespace baton::rpc {

// The wait of a call for its next attempt: first a delay, and then possibly a
// wait for a connection. Owned by the call. Used on the call's strand.
//
// Also watches the switch that stops all retries, and the server call that is
// the parent of this call. While an attempt runs, gRPC ends the attempt
// together with the parent. While the call only waits, gRPC does nothing, so
// this class must watch the parent.
class CallWait {
 public:
  // The result of a wait.
  enum class End {
    kStart,           // start the attempt
    kKeepWaiting,     // wait for a connection, not beyond until()
    kNoTime,          // too little time for the attempt before the deadline
    kRetriesStopped,  // all retries of the process are stopped
    kNoConnection,    // there was no connection before until()
  };

  explicit CallWait(const CapturedCall& captured);

  // Runs `on_end` when the parent has ended. It runs on a worker thread, and
  // may run code of the user's.
  void WatchParent(std::function<void()> on_end);

  // Runs `on_stop` if all retries of the process are stopped during the wait,
  // on a worker thread.
  void WatchRetryStop(std::function<void()> on_stop);

  // Begins a wait. If the decision is to wait for a connection, `channel` must
  // be the primary channel of the call. If the call has fallback channels, a
  // connection of any channel ends the wait.
  void Begin(const Decision& decision,
             std::shared_ptr<grpc::ChannelInterface> channel);
  bool is_for_connection() const { return channel_ != nullptr; }
  // Returns the next step at the end of the delay, or during a wait for a
  // connection. `in_time`: an attempt would still fit the deadline.
  End OnTime(MonotonicTime now, bool in_time);
  MonotonicTime until() const { return connect_by_; }
  // Calls `connected` when an attempt may succeed. Does not call it after
  // until(). Requires is_for_connection(). `connected` runs on a thread of
  // Baton and must be short.
  void AwaitConnection(std::function<void()> connected);

  // Ends the wait and the watch.
  void Stop();

 private:
  bool AnyMayConnect() const;

  const ChannelState& state_;
  Runtime& runtime_;
  const Deadline deadline_;
  // The CapturedCall keeps the parent alive.
  grpc_call* const parent_;
  const ChannelState* const fallbacks_;  // null: no fallback channels
  ParentWatch parent_watch_;
  RetryStopWatch retry_stop_watch_;
  std::shared_ptr<grpc::ChannelInterface> channel_;
  MonotonicTime connect_by_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_CALL_WAIT_H_
