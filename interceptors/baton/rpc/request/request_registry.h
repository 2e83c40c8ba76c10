// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_REQUEST_REQUEST_REGISTRY_H_
#define BATON_RPC_REQUEST_REQUEST_REGISTRY_H_

#include <memory>

#include "baton/rpc/request/request_record.h"

// The requests that this process serves, by server call. An outgoing call that
// was derived from a server context finds its request here. Thread-safe. The
// cost does not depend on the number of requests.
namespace baton::rpc {

// Adds `record`. Its call must not be registered yet.
void RegisterRequest(std::shared_ptr<RequestRecord> record);
// Removes `record`. No-op if it is not registered.
void UnregisterRequest(const RequestRecord& record);

// Returns the record of `call`. Returns nullptr if the call has ended or does
// not belong to a server with Baton.
std::shared_ptr<RequestRecord> FindRequest(const grpc_call* call);

}  // namespace baton::rpc

#endif  // BATON_RPC_REQUEST_REQUEST_REGISTRY_H_
