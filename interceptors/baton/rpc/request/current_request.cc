// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/request/current_request.h"

#include <utility>

#include "baton/rpc/request/request_registry.h"
#include "baton/rpc/request/thread_requests.h"
#include "baton/rpc/runtime/misuse_report.h"

namespace baton::rpc {
namespace {

const SyncHandlerScope*& CurrentSyncHandler() {
  thread_local const SyncHandlerScope* current = nullptr;
  return current;
}

}  // namespace

const std::shared_ptr<RequestRecord>& CurrentRequest() {
  return ThreadRequests::OfThisThread().Current();
}

FoundRequest FindCurrentRequest() {
  ThreadRequests& requests = ThreadRequests::OfThisThread();
  FoundRequest found{requests.Current()};
  found.is_unlinked =
      found.record == nullptr && !requests.IsBackground() && ServesRequests();
  return found;
}

CurrentRequestScope::CurrentRequestScope(std::shared_ptr<RequestRecord> record,
                                         bool is_background)
    : token_(ThreadRequests::OfThisThread().Add(std::move(record),
                                                is_background)) {}

CurrentRequestScope::~CurrentRequestScope() {
  if (ThreadRequests::OfThisThread().Remove(token_)) return;
  ThreadRequests::RemoveElsewhere(token_);
  ReportMisuse(Misuse::kScopeOnAnotherThread,
               "a baton::ScopedAttach was destroyed on another thread than its "
               "own; let it end before a co_await or a switch "
               "of fibers, and create another one afterwards");
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
