// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_REQUEST_FOUND_REQUEST_H_
#define BATON_RPC_REQUEST_FOUND_REQUEST_H_

#include <memory>

#include "baton/rpc/request/request_record.h"

namespace baton::rpc {

// The request that a call belongs to.
struct FoundRequest {
  // Null if the call belongs to no request.
  std::shared_ptr<RequestRecord> record;
  // Whether the call belongs to no request, although this process serves
  // requests at the moment, and the application has not declared it as
  // background work.
  bool is_unlinked = false;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_REQUEST_FOUND_REQUEST_H_
