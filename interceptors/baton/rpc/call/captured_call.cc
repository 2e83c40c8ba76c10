// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/captured_call.h"

#include "baton/core/wire/retry_budget_codec.h"
#include "baton/rpc/call/budget_metadata.h"
#include "baton/rpc/grpc/context_access.h"
#include "baton/rpc/request/request_record.h"

namespace baton::rpc {

grpc_call* ParentToWatch(const CapturedCall& captured) {
  if ((PropagationOf(*captured.application_context).c_bitmask() &
       GRPC_PROPAGATE_CANCELLATION) == 0) {
    return nullptr;
  }
  if (captured.parent.get() != nullptr) return captured.parent.get();
  const RequestRecord* const request = captured.plan.request.record();
  return request == nullptr ? nullptr : request->call();
}

void PrepareAttempt(const CapturedCall& captured, const AttemptFacts& facts,
                    grpc::ClientContext* context) {
  PrepareAttemptContext(*captured.application_context, captured.metadata,
                        captured.plan.deadline.deadline, captured.parent.get(),
                        context);
  if (captured.plan.wait_for_ready) context->set_wait_for_ready(true);
  AttemptContextMetadata metadata(*context);
  if (captured.plan.IsExternal()) {
    metadata.Remove(core::kRetryBudgetKey);
  } else {
    SetBudgetMetadata(facts.header, metadata);
  }
  SetKeyMetadata(captured.plan, metadata);
}

std::shared_ptr<Attempt> NewAttempt(const CapturedCall& captured,
                                    const AttemptFacts& facts) {
  auto attempt = std::make_shared<Attempt>();
  attempt->facts = facts;
  attempt->reads_metadata = captured.reads_metadata;
  PrepareAttempt(captured, facts, &attempt->context);
  return attempt;
}

}  // namespace baton::rpc
