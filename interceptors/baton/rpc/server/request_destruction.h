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

// Returns whether DestroyRequest() can destroy `request`.
bool CanDestroyRequest(const google::protobuf::Message* prototype,
                       const void* request);

// Destroys `request`, whose memory belongs to the call, if it has exactly the
// class of `prototype`. Otherwise (a service with its own codec) returns false
// and does nothing. Both may be null. Returns true if `request` is null.
bool DestroyRequest(const google::protobuf::Message* prototype, void* request);

}  // namespace baton::rpc

#endif  // BATON_RPC_SERVER_REQUEST_DESTRUCTION_H_
