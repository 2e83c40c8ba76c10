// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_SERVER_REQUEST_DESTRUCTION_H_
#define BATON_RPC_SERVER_REQUEST_DESTRUCTION_H_

#include "google/protobuf/message.h"

// gRPC passes a request message to a synchronous handler, and the handler must
// destroy it. Only the handler knows the type of this message. If Baton rejects
// a request and does not run its handler, Baton destroys the message with these
// functions.
namespace baton::rpc {

// Returns the default instance of the request message of a method, such as
// "/shop.v1.Inventory/Get". Returns nullptr if the program contains no
// descriptor of the method.
const google::protobuf::Message* RequestPrototype(const char* method);

// Destroys `request` if it has exactly the class of `prototype`. The memory of
// `request` belongs to the call and is not freed. If the class differs, because
// a service has its own codec, returns false and does nothing. If `request` is
// null, returns true. `prototype` may be null.
bool DestroyRequest(const google::protobuf::Message* prototype, void* request);

}  // namespace baton::rpc

#endif  // BATON_RPC_SERVER_REQUEST_DESTRUCTION_H_
