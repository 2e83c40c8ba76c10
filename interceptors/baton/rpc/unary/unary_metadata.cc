// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// How UnaryCall gives out initial metadata while the attempt still runs.

#include <memory>

#include "baton/core/decision/call_progress.h"
#include "baton/rpc/grpc/trailers_only.h"
#include "baton/rpc/unary/unary_call.h"

namespace baton::rpc {

void UnaryCall::HandleAttemptMetadata(const std::shared_ptr<Attempt>& attempt) {
  strand_.AssertOn();
  if (state_ != State::kRunning || !running_.IsOnly(*attempt) ||
      captured_.plan.MayHedge()) {
    return;
  }
  const bool may_retry =
      core::MayRepeat(*captured_.plan.policy, ledger_.progress()) &&
      ledger_.AttemptsLeft() > 1;
  // Trailers alone may prove that the request was not processed.
  if (may_retry || IsTrailersOnly(attempt->context)) return;
  ledger_.Commit();
  batches_.GiveMetadataOf(attempt);
}

}  // namespace baton::rpc
