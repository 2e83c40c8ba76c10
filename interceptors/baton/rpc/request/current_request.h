// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_REQUEST_CURRENT_REQUEST_H_
#define BATON_RPC_REQUEST_CURRENT_REQUEST_H_

#include <memory>

#include "baton/request_observer.h"
#include "baton/rpc/request/request_record.h"

namespace baton::rpc {

// Returns the request that this thread serves, or nullptr if there is none.
const std::shared_ptr<RequestRecord>& CurrentRequest();

// Makes `record` the request of this thread for the lifetime of the scope.
// Lives on the stack. The destructor restores the previous request. A null
// `record` means no request.
class CurrentRequestScope {
 public:
  explicit CurrentRequestScope(std::shared_ptr<RequestRecord> record);
  ~CurrentRequestScope();
  CurrentRequestScope(const CurrentRequestScope&) = delete;
  CurrentRequestScope& operator=(const CurrentRequestScope&) = delete;

 private:
  std::shared_ptr<RequestRecord> other_;
  // Created by the observer of the record. The record outlives it.
  std::unique_ptr<RequestObserver::Attachment> attachment_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_REQUEST_CURRENT_REQUEST_H_
