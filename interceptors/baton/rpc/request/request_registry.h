// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_REQUEST_REQUEST_REGISTRY_H_
#define BATON_RPC_REQUEST_REQUEST_REGISTRY_H_

#include <memory>

#include "baton/rpc/request/request_record.h"

// The requests that this process serves, by their server calls: how an
// outgoing call that was derived from a server context finds its request.
// Thread-safe; the cost does not grow with the number of requests.
namespace baton::rpc {

// The record's call must not be registered already.
void RegisterRequest(std::shared_ptr<RequestRecord> record);
// Does nothing if it was not registered.
void UnregisterRequest(const RequestRecord& record);

// nullptr if `call` is none of a server with Baton, or is over.
std::shared_ptr<RequestRecord> FindRequest(const grpc_call* call);

}  // namespace baton::rpc

#endif  // BATON_RPC_REQUEST_REQUEST_REGISTRY_H_
