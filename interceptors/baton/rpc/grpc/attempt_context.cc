// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/attempt_context.h"

#include <cstdint>
#include <utility>

#include "baton/rpc/grpc/context_access.h"
#include "baton/rpc/grpc/convert.h"

namespace baton::rpc {

ParentCall::ParentCall(const grpc::ClientContext& application_context)
    : call_(ParentOf(application_context)) {
  if (call_ != nullptr) grpc_call_ref(call_);
}

ParentCall::~ParentCall() {
  if (call_ != nullptr) grpc_call_unref(call_);
}

void PrepareAttemptContext(
    grpc::ClientContext& application_context,
    const std::multimap<std::string, std::string>& metadata, Deadline deadline,
    grpc_call* parent, grpc::ClientContext* attempt) {
  SendMetadata(*attempt) = metadata;
  if (!deadline.IsNone()) attempt->set_deadline(ToGrpcDeadline(deadline));

  const uint32_t flags = InitialMetadataFlags(application_context);
  if ((flags & GRPC_INITIAL_METADATA_WAIT_FOR_READY_EXPLICITLY_SET) != 0) {
    attempt->set_wait_for_ready(
        (flags & GRPC_INITIAL_METADATA_WAIT_FOR_READY) != 0);
  }
  if (std::string authority = Authority(application_context);
      !authority.empty()) {
    attempt->set_authority(authority);
  }
  if (auto credentials = application_context.credentials()) {
    attempt->set_credentials(credentials);
  }
  attempt->set_census_context(application_context.census_context());
  if (parent != nullptr) {
    LinkToParent(*attempt, parent, PropagationOf(application_context));
  }
}

void AttemptContextMetadata::Set(absl::string_view key,
                                 absl::string_view value) {
  auto& metadata = SendMetadata(attempt_);
  std::string name(key);
  metadata.erase(name);
  metadata.emplace(std::move(name), value);
}

void AttemptContextMetadata::Remove(absl::string_view key) {
  SendMetadata(attempt_).erase(std::string(key));
}

}  // namespace baton::rpc
