// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/request/call_group.h"

#include <utility>

#include "baton/rpc/request/context_extension.h"

namespace baton::rpc {
namespace {

std::shared_ptr<CallGroup>& Current() {
  thread_local std::shared_ptr<CallGroup> current;
  return current;
}

}  // namespace

CallMembership MembershipOf(const grpc::ClientContext& context) {
  CallMembership membership;
  if (const ContextExtension* extension = ContextExtension::Find(context)) {
    membership.group = extension->group();
    membership.has_stable_key = extension->has_stable_key();
  }
  if (membership.group == nullptr) membership.group = Current();
  return membership;
}

const std::shared_ptr<CallGroup>& CurrentCallGroup() { return Current(); }

CallGroupScope::CallGroupScope(std::shared_ptr<CallGroup> group)
    : other_(std::move(group)) {
  Current().swap(other_);
}

CallGroupScope::~CallGroupScope() { Current().swap(other_); }

}  // namespace baton::rpc
