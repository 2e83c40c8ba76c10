// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_REQUEST_CURRENT_REQUEST_H_
#define BATON_RPC_REQUEST_CURRENT_REQUEST_H_

#include <memory>

#include "baton/request_observer.h"
#include "baton/rpc/request/request_record.h"

namespace baton::rpc {

// The request that this thread works for; nullptr if for none.
const std::shared_ptr<RequestRecord>& CurrentRequest();

// Makes `record` this thread's request for the length of its life. What was
// there before is there again afterwards. May be null: for no request.
class CurrentRequestScope {
 public:
  explicit CurrentRequestScope(std::shared_ptr<RequestRecord> record);
  ~CurrentRequestScope();
  CurrentRequestScope(const CurrentRequestScope&) = delete;
  CurrentRequestScope& operator=(const CurrentRequestScope&) = delete;

 private:
  std::shared_ptr<RequestRecord> other_;
  // Of the record's observer; the record outlives it.
  std::unique_ptr<RequestObserver::Attachment> attachment_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_REQUEST_CURRENT_REQUEST_H_
