// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/request/request_link.h"

#include <utility>

#include "baton/rpc/grpc/context_access.h"
#include "baton/rpc/request/context_extension.h"
#include "baton/rpc/request/current_request.h"
#include "baton/rpc/request/request_registry.h"

namespace baton::rpc {

FoundRequest RequestLink::RequestOf(const grpc::ClientContext& context) {
  if (const ContextExtension* extension = ContextExtension::Find(context)) {
    if (std::shared_ptr<RequestRecord> record = extension->request()) {
      return {std::move(record)};
    }
    if (extension->is_background()) return {};
  }
  if (const grpc_call* const parent = ParentOf(context); parent != nullptr) {
    if (std::shared_ptr<RequestRecord> record = FindRequest(parent)) {
      return {std::move(record)};
    }
  }
  return FindCurrentRequest();
}

RequestLink::RequestLink(std::shared_ptr<RequestRecord> record)
    : record_(std::move(record)), open_(record_ != nullptr) {
  if (open_) granted_ = record_->OnCallStarted();
}

RequestLink::~RequestLink() {
  RequestRecord::CallEnd end;
  end.code = absl::StatusCode::kCancelled;
  OnCallEnded(end);
}

RequestLink::RequestLink(RequestLink&& other) noexcept
    : record_(std::move(other.record_)),
      granted_(other.granted_),
      open_(std::exchange(other.open_, false)) {}

RequestLink& RequestLink::operator=(RequestLink&& other) noexcept {
  std::swap(record_, other.record_);
  std::swap(granted_, other.granted_);
  std::swap(open_, other.open_);
  return *this;
}

void RequestLink::OnCallEnded(const RequestRecord::CallEnd& end) {
  if (std::exchange(open_, false)) record_->OnCallEnded(end);
}

}  // namespace baton::rpc
