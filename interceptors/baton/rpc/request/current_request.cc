// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/request/current_request.h"

#include <utility>

namespace baton::rpc {
namespace {

std::shared_ptr<RequestRecord>& Current() {
  thread_local std::shared_ptr<RequestRecord> current;
  return current;
}

const SyncHandlerScope*& CurrentSyncHandler() {
  thread_local const SyncHandlerScope* current = nullptr;
  return current;
}

}  // namespace

const std::shared_ptr<RequestRecord>& CurrentRequest() { return Current(); }

CurrentRequestScope::CurrentRequestScope(std::shared_ptr<RequestRecord> record)
    : other_(std::move(record)) {
  Current().swap(other_);
  if (Current() == nullptr) return;
  RequestObserver* const observer = Current()->observer();
  if (observer != nullptr) attachment_ = observer->Attach();
}

CurrentRequestScope::~CurrentRequestScope() {
  attachment_ = nullptr;
  Current().swap(other_);
}

SyncHandlerScope::SyncHandlerScope(const RequestRecord* record,
                                   const grpc::ServerContextBase* context)
    : outer_(CurrentSyncHandler()), record_(record), context_(context) {
  CurrentSyncHandler() = this;
}

SyncHandlerScope::~SyncHandlerScope() { CurrentSyncHandler() = outer_; }

const grpc::ServerContextBase* SyncHandlerScope::ContextOf(
    const RequestRecord* record) {
  const SyncHandlerScope* const current = CurrentSyncHandler();
  return current != nullptr && current->record_ == record ? current->context_
                                                          : nullptr;
}

}  // namespace baton::rpc
