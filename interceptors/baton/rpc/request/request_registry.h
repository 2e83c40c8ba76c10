// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_REQUEST_REQUEST_REGISTRY_H_
#define BATON_RPC_REQUEST_REQUEST_REGISTRY_H_

#include <memory>

#include "baton/rpc/request/request_record.h"

// The requests that this process serves, by their server call. If an outgoing
// call was derived from a server context, Baton finds its request here.
// Thread-safe. The time of a lookup does not depend on the number of requests.
namespace baton::rpc {

// Adds `record`. The server call of `record` must not be registered yet.
void RegisterRequest(std::shared_ptr<RequestRecord> record);
// Removes `record`. If it is not registered, does nothing.
void UnregisterRequest(const RequestRecord& record);

// Returns the record of the server call `call`. Returns nullptr if the call has
// ended, or if its server does not use Baton.
std::shared_ptr<RequestRecord> FindRequest(const grpc_call* call);

// Returns whether this process serves a request at the moment.
bool ServesRequests();

}  // namespace baton::rpc

#endif  // BATON_RPC_REQUEST_REQUEST_REGISTRY_H_
