// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/kept_request.h"

#include <cstdint>

#include "baton/rpc/channel/process_replay.h"

namespace baton::rpc {
namespace {

bool Fits(std::size_t bytes, int64_t max_bytes, core::ReplayAccount& account) {
  if (bytes <= KeptRequest::kUncountedBytes) {
    return static_cast<int64_t>(bytes) <= max_bytes;
  }
  return account.TryAdd(static_cast<int64_t>(bytes));
}

}  // namespace

KeptRequest::KeptRequest(const CallPlan& plan, grpc::ByteBuffer& request)
    : account_(ProcessReplayLimit(), plan.policy->retry.max_replay_bytes,
               plan.snapshot->process_replay.max_bytes),
      keeps_(Fits(request.Length(), plan.policy->retry.max_replay_bytes,
                  account_)) {
  // A ByteBuffer that is moved is copied.
  bytes_.Swap(&request);
}

void KeptRequest::OnAttemptStarted() {
  if (!keeps_) bytes_.Clear();
}

void KeptRequest::Release() {
  bytes_.Clear();
  account_.Clear();
}

}  // namespace baton::rpc
