// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_REQUEST_CURRENT_REQUEST_H_
#define BATON_RPC_REQUEST_CURRENT_REQUEST_H_

#include <cstdint>
#include <memory>
#include <utility>

#include "baton/rpc/request/found_request.h"
#include "baton/rpc/request/request_record.h"
#include "grpcpp/server_context.h"

namespace baton::rpc {

// Returns the request that this thread serves. Returns nullptr if it serves
// none.
const std::shared_ptr<RequestRecord>& CurrentRequest();

// Does the same for a call, and also returns whether the call is unlinked.
FoundRequest FindCurrentRequest();

// Makes `record` the current request of this thread, from its constructor to
// its destructor. The destructor restores the previous request. If `record` is
// null, the thread has no current request meanwhile. Lives on the stack.
//
// A coroutine or a fiber may destroy a scope on another thread. This is a
// misuse, which Baton counts and reports. The other thread keeps its own
// current request. The first thread drops the request of the scope when it next
// looks for a request, or when it next creates or destroys a scope. Baton does
// not end the process: the calls in between only belong to a request that may
// have ended, and get no grant.
class CurrentRequestScope {
 public:
  explicit CurrentRequestScope(std::shared_ptr<RequestRecord> record)
      : CurrentRequestScope(std::move(record), /*is_background=*/false) {}
  // `is_background`: the thread does background work, which belongs to no
  // request.
  CurrentRequestScope(std::shared_ptr<RequestRecord> record,
                      bool is_background);
  ~CurrentRequestScope();
  CurrentRequestScope(const CurrentRequestScope&) = delete;
  CurrentRequestScope& operator=(const CurrentRequestScope&) = delete;

 private:
  // Names the scope in the list of its thread. Unique in the process.
  const uint64_t token_;
};

// Marks the thread of a synchronous handler for the lifetime of the object.
// Lives on the stack.
class SyncHandlerScope {
 public:
  // Marks this thread. Both arguments may be null.
  SyncHandlerScope(const RequestRecord* record,
                   const grpc::ServerContextBase* context);
  ~SyncHandlerScope();
  SyncHandlerScope(const SyncHandlerScope&) = delete;
  SyncHandlerScope& operator=(const SyncHandlerScope&) = delete;

  // Returns the context of `record` if this thread runs its synchronous
  // handler. Otherwise returns nullptr.
  static const grpc::ServerContextBase* ContextOf(const RequestRecord* record);

 private:
  const SyncHandlerScope* const outer_;
  const RequestRecord* const record_;
  const grpc::ServerContextBase* const context_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_REQUEST_CURRENT_REQUEST_H_
