// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_BOOKS_H_
#define BATON_RPC_STREAM_BOOKS_H_

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "baton/core/call_progress.h"
#include "baton/core/decision.h"
#include "baton/core/monotonic_time.h"
#include "baton/rpc/attempt_context.h"
#include "baton/rpc/call_ledger.h"
#include "baton/rpc/call_plan.h"
#include "baton/rpc/call_recorder.h"
#include "baton/rpc/context_extension.h"
#include "baton/rpc/parent_watch.h"
#include "baton/rpc/stream_attempt.h"
#include "grpcpp/client_context.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// What was taken from the outer call when its first batch came by.
struct StreamOpening {
  CallPlan plan;
  // The application's context. Attempts are only made while it is alive.
  grpc::ClientContext* outer = nullptr;
  StreamTarget target;
  ParentCall parent;
};

// What one stream has to do with the rest of Baton: what its attempts carry,
// what is decided about them, and what is recorded and reported. Used under
// the lock of the call.
class StreamBooks {
 public:
  explicit StreamBooks(StreamOpening&& opening);

  const CallPlan& plan() const { return opening_.plan; }
  grpc::ClientContext& outer() const { return *opening_.outer; }

  // While no attempt is on its way: runs `on_end` when what the call is made
  // for has ended. See ParentWatch.
  void WatchParent(std::function<void()> on_end);
  void StopWatching() { parent_watch_.Stop(); }

  // What each attempt sends first.
  void SetMetadata(std::multimap<std::string, std::string>&& metadata);

  // The next attempt, ready to be started.
  std::shared_ptr<StreamAttempt> MakeAttempt(
      std::shared_ptr<StreamOwner> owner);
  // When it is late, if the server has been taking its time since then.
  core::MonotonicTime LateAt(const StreamAttempt& attempt,
                             core::MonotonicTime since) const;

  // An attempt has ended, or is late. What follows is decided, and if that is
  // a wait, recorded as well. On a stop a late one goes on.
  core::Decision OnAttemptEnd(const StreamAttempt& attempt);
  core::Decision OnLate(const StreamAttempt& attempt);
  // The application cancels.
  core::Decision OnCancel(bool attempt_is_running) const {
    return ledger_.OnCancel(attempt_is_running);
  }
  // The attempt that was decided upon will not be made.
  void DropNext() { ledger_.DropNext(); }

  // The call cannot be sent again from now on.
  void Commit(core::Commitment commitment) { ledger_.Commit(commitment); }
  // The application is given what comes from this attempt, which was started.
  // It counts once.
  void SetWinner(StreamAttempt& winner);
  // The call is over, at most once. Returns the status to be given out.
  grpc::Status OnCallEnd(grpc::Status status, const core::Decision& decision);

 private:
  StreamOpening opening_;
  std::multimap<std::string, std::string> metadata_;
  // It may be the call that outlives the context.
  ContextExtension& extension_;
  const std::shared_ptr<const grpc::AuthContext> keeps_extension_;
  bool has_winner_ = false;
  CallLedger ledger_;
  CallRecorder recorder_;
  grpc_call* const watched_parent_;  // kept alive by the opening
  ParentWatch parent_watch_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_BOOKS_H_
