// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/kit/unit_attempt.h"

#include <utility>

#include "baton/rpc/grpc/context_access.h"
#include "baton/rpc/request/call_group.h"
#include "baton/rpc/request/context_extension.h"
#include "baton/rpc/request/request_record.h"

namespace baton {

UnitAttempt::UnitAttempt(int number, std::shared_ptr<rpc::CallGroup> group,
                         std::shared_ptr<rpc::RequestRecord> request)
    : number_(number), group_(std::move(group)), request_(std::move(request)) {}

std::unique_ptr<grpc::ClientContext> UnitAttempt::NewClientContext() const {
  auto context = std::make_unique<grpc::ClientContext>();
  if (request_ != nullptr) {
    rpc::LinkToParent(*context, request_->call(), grpc::PropagationOptions());
  }
  Attach(context.get());
  return context;
}

void UnitAttempt::Attach(grpc::ClientContext* context) const {
  rpc::ContextExtension& extension =
      rpc::ContextExtension::FindOrAttach(*context);
  extension.SetGroup(group_);
  if (request_ != nullptr) extension.SetRequest(request_);
}

void UnitAttempt::DeclareStableKey(grpc::ClientContext* context) const {
  rpc::ContextExtension::FindOrAttach(*context).SetStableKey();
}

ScopedUnitAttach::ScopedUnitAttach(const UnitAttempt& attempt)
    : scope_(std::make_unique<rpc::CallGroupScope>(attempt.group_)) {}

ScopedUnitAttach::~ScopedUnitAttach() = default;

}  // namespace baton
