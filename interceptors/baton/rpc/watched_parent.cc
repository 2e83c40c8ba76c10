// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/watched_parent.h"

#include "baton/rpc/context_access.h"

namespace baton::rpc {

grpc_call* WatchedParent(const grpc::ClientContext& outer,
                         const ParentCall& parent, const CallPlan& plan) {
  if ((PropagationOf(outer).c_bitmask() & GRPC_PROPAGATE_CANCELLATION) == 0) {
    return nullptr;
  }
  if (parent.get() != nullptr) return parent.get();
  const RequestRecord* const request = plan.request.record();
  return request == nullptr ? nullptr : request->call();
}

}  // namespace baton::rpc
